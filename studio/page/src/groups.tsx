// The list of groups, and what can be said of a whole one.

import { useState } from "preact/hooks";
import { colourOf, css } from "./colours";
import { useStore } from "./hooks";
import { Group, server } from "./server";

function sureness(certainty: Float32Array, groups: Int32Array, group: number): number | null {
  if (!certainty.length) return null;
  let sum = 0, count = 0;
  groups.forEach((g, i) => { if (g === group) { sum += certainty[i]; ++count; } });
  return count ? sum / count : null;
}

function Words({ group }: { group: Group }) {
  return (
    <p class="words">
      {group.words?.slice(0, 8).map((word) => (
        <span key={word.name} class="word">{word.name}{word.direction === "low" ? " ↓" : ""}</span>
      ))}
    </p>
  );
}

function Actions({ group }: { group: Group }) {
  const store = useStore();
  const [name, setName] = useState(group.name);
  const [other, setOther] = useState("");
  const others = store.state!.groups.filter((g) => g.group !== group.group);
  return (
    <div class="actions">
      <form onSubmit={(e) => { e.preventDefault(); void store.apply({ said: "rename", group: group.group, name: name.trim() }); }}>
        <label>Name <input value={name} maxLength={60} onInput={(e) => setName(e.currentTarget.value)} /></label>
        <button disabled={!name.trim() || name === group.name}>Rename</button>
      </form>
      <div>
        <label>Merge <select value={other} onChange={(e) => setOther(e.currentTarget.value)}>
          <option value="">another group</option>
          {others.map((g) => <option key={g.group} value={g.group}>{g.name}</option>)}
        </select></label>
        <button disabled={other === ""} onClick={() => void store.propose({ said: "merge", group: group.group, other: Number(other) })}>into this</button>
      </div>
      <button onClick={() => void store.propose({ said: "split", group: group.group })}>Split in two</button>
      <button onClick={() => void store.propose({ said: "finish", group: group.group })}>Finished: hold its items</button>
    </div>
  );
}

export function GroupsPart() {
  const store = useStore();
  const [open, setOpen] = useState<number | null>(null);
  const state = store.state;
  if (!state?.ready) return null;
  return (
    <section class="groups" aria-label="Groups">
      <h2>{state.groups.length} groups</h2>
      <ul>
        {state.groups.map((group) => {
          const sure = sureness(store.certainty, store.groups, group.group);
          return (
            <li key={group.group}>
              <div class="head">
                <button class="name" onClick={() => store.selectGroup(group.group)} aria-label={`Select all ${group.size} items of ${group.name}`}>
                  <span class="swatch" style={{ background: css(colourOf(group.group)) }} />
                  <strong>{group.name}</strong>
                  <span class="quiet">{group.size}{group.seeds ? ` · ${group.seeds} said` : ""}{sure === null ? "" : ` · ${Math.round(100 * sure)} % sure`}{group.finished ? " · finished" : ""}</span>
                </button>
                <button class="more" aria-expanded={open === group.group} aria-label={`Change ${group.name}`}
                  onClick={() => setOpen(open === group.group ? null : group.group)}>…</button>
              </div>
              <Words group={group} />
              {state.pictures ? <p class="pictures">{group.typical?.map((i) => <img key={i} src={server.pictureAddress(i)} alt={`item ${i}`} />)}</p> : null}
              {open === group.group ? <Actions key={group.name} group={group} /> : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
