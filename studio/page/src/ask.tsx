// The next best question, and how much is settled.

import { useEffect, useState } from "preact/hooks";
import { colourOf, css } from "./colours";
import { useStore } from "./hooks";
import { Item, server } from "./server";

export function AskPart() {
  const store = useStore();
  const [item, setItem] = useState<Item | null>(null);
  const [skipped, setSkipped] = useState(0);
  const question = store.questions?.filter((q) => q.kind === "label")[skipped];
  const about = question?.items[0] ?? -1;
  useEffect(() => { setSkipped(0); }, [store.questions]);
  useEffect(() => {
    setItem(null);
    if (about >= 0) server.items([about]).then((found) => setItem(found[0])).catch((e) => store.fail(e));
  }, [about]);
  const state = store.state;
  if (!state?.ready) return null;
  const held = state.groups.filter((g) => g.finished).reduce((sum, g) => sum + g.size, 0);
  const settled = Math.max(state.known, held) / Math.max(1, state.items);
  const groups = question?.groups.slice(0, 5) ?? [];
  const key = (event: KeyboardEvent) => {
    const number = Number(event.key);
    if (!question || !(number >= 1 && number <= groups.length)) return;
    event.preventDefault();
    event.stopPropagation();
    void store.answer(question, groups[number - 1]);
  };
  return (
    <section class="ask" aria-label="Questions" onKeyDown={key}>
      <h2>Ask me</h2>
      <label class="settled">Settled <progress value={settled} max={1} /> {Math.max(state.known, held)} of {state.items} <span class="quiet">said or finished{question ? `; the best answer is expected to move ${question.effect.toFixed(1)} more` : ""}</span></label>
      {!question ? <button onClick={() => void store.ask()} disabled={store.questions?.length === 0}>{store.questions?.length === 0 ? "Nothing left to ask" : "Ask the next best question"}</button> : (
        <div class="card" tabIndex={-1}>
          <p>Where does this belong?</p>
          <blockquote>{item?.picture ? <img src={server.pictureAddress(item.item)} alt={item.id} /> : null}{item?.text?.slice(0, 400) ?? item?.id ?? "…"}
            {item?.row ? <span class="quiet"> {item.row.slice(0, 8).map(([n, v]) => `${n} ${v}`).join(", ")}</span> : null}</blockquote>
          <p class="quiet">Why this: {question.why}.</p>
          <div class="choices">
            {groups.map((g, i) => (
              <button key={g} onClick={() => void store.answer(question, g)}><span class="swatch" style={{ background: css(colourOf(g)) }} />{store.nameOf(g)}<kbd>{i + 1}</kbd></button>
            ))}
            <button onClick={() => setSkipped(skipped + 1)}>Another question</button>
          </div>
        </div>
      )}
    </section>
  );
}
