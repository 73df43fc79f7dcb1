// What was said, whether it holds, how everything is clustered, and what can be taken away.

import { useEffect, useState } from "preact/hooks";
import { useStore } from "./hooks";
import { server } from "./server";

const percent = (share: number) => `${Math.round(100 * share)} %`;

export function HistoryPart() {
  const store = useStore();
  const state = store.state;
  if (!state?.ready) return null;
  const doubtful = state.history.filter((e) => e.heldBack?.doubtful);
  return (
    <section class="history" aria-label="History">
      <h2>History</h2>
      <p>
        <button disabled={!state.canUndo} onClick={() => void store.undo()}>Undo <kbd>u</kbd></button>
        <button disabled={!state.canRedo} onClick={() => void store.redo()}>Redo <kbd>r</kbd></button>
      </p>
      {doubtful.length ? <p class="note">{doubtful.length === 1 ? "One correction is" : `${doubtful.length} corrections are`} doubtful: half of its items do not say where the other half belongs.</p> : null}
      <ol reversed>
        {[...state.history].reverse().map((entry) => (
          <li key={entry.event} class={entry.stands ? "" : "undone"}>
            <a href={`#event=${entry.event}`}>{entry.words}</a> <time class="quiet" dateTime={entry.at}>{entry.at.slice(11, 19)}</time>
            {entry.stands ? null : <span class="quiet"> undone</span>}
            {entry.heldBack ? (
              <span class={entry.heldBack.doubtful ? "verdict doubtful" : "verdict"}> held-back agreement {percent(entry.heldBack.with)}, without it {percent(entry.heldBack.without)}</span>
            ) : null}
            {entry.heldBack?.doubtful && entry.items ? <button class="small" onClick={() => store.select(entry.items!, "a doubtful correction")}>Review</button> : null}
          </li>
        ))}
      </ol>
    </section>
  );
}

export function PlanPart() {
  const store = useStore();
  const state = store.state;
  const [k, setK] = useState("");
  const [sizes, setSizes] = useState({ least: "", most: "" });
  const [methods, setMethods] = useState<{ name: string; summary: string }[]>([]);
  useEffect(() => { server.methods().then(setMethods).catch(() => {}); }, []);
  if (!state?.ready) return null;
  const count = state.groups.length;
  return (
    <section class="plan" aria-label="How it is clustered">
      <h2>How</h2>
      <p>{state.plan.words} <span class="quiet">{state.plan.reason}</span></p>
      {state.verdicts.map((v) => (
        <p key={v.kind} class="quiet">{v.kind}: {v.used ? "used" : "left out"}{v.with !== undefined && v.measure ? `, ${v.measure} ${v.with.toFixed(2)}, unguided ${(v.without ?? 0).toFixed(2)}` : ""}{v.reason ? ` (${v.reason})` : ""}</p>
      ))}
      <button class="main" onClick={() => void store.apply({ said: "check" })}>Cluster afresh, and check</button>
      <form onSubmit={(e) => { e.preventDefault(); void store.apply({ said: "clusters", least: Number(k || count) }); }}>
        <label>Groups <input type="range" min={1} max={Math.max(30, 2 * count)} value={k || count} onInput={(e) => setK(e.currentTarget.value)} /> {k || count}</label>
        <button disabled={!k || Number(k) === count}>Set</button>
      </form>
      <label>Method <select value={state.plan.asked} onChange={(e) => void store.apply({ said: "method", name: e.currentTarget.value })}>
        <option value="auto">auto</option>
        {methods.map((m) => <option key={m.name} value={m.name} title={m.summary}>{m.name}</option>)}
      </select></label>
      <form onSubmit={(e) => { e.preventDefault(); void store.propose({ said: "sizes", least: Number(sizes.least || 0), most: Number(sizes.most || 0) }); }}>
        <label>At least <input type="number" min={0} value={sizes.least || state.sizes.least || ""} onInput={(e) => setSizes({ ...sizes, least: e.currentTarget.value })} /></label>
        <label>at most <input type="number" min={0} value={sizes.most || state.sizes.most || ""} onInput={(e) => setSizes({ ...sizes, most: e.currentTarget.value })} /></label>
        <button>items a group</button>
      </form>
    </section>
  );
}

const exports: [string, string][] = [["groups", "items with their groups (CSV)"], ["parquet", "the same (Parquet, by PyArrow)"], ["seeds", "seeds.csv"], ["must-link", "must-link.csv"],
  ["cannot-link", "cannot-link.csv"], ["model", "model for `assign`"], ["report", "page of `report`"]];

export function ExportPart() {
  const store = useStore();
  const [command, setCommand] = useState("");
  if (!store.state?.ready) return null;
  const copy = async () => {
    try {
      const text = await server.command();
      setCommand(text);
      await navigator.clipboard?.writeText(text).catch(() => {});
    } catch (error) { store.fail(error); }
  };
  return (
    <section class="export" aria-label="Export">
      <h2>Take away</h2>
      <ul>{exports.map(([what, label]) => <li key={what}><a href={server.exportAddress(what)} download>{label}</a></li>)}</ul>
      <button onClick={copy}>Copy the command that repeats this</button>
      {command ? <pre>{command}</pre> : null}
    </section>
  );
}
