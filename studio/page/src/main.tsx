import { render } from "preact";
import { useEffect } from "preact/hooks";
import { AskPart } from "./ask";
import { GroupsPart } from "./groups";
import { ExportPart, HistoryPart, PlanPart } from "./history";
import { useStore } from "./hooks";
import { ItemsPart } from "./items";
import { MapPart } from "./map";
import { server } from "./server";
import { store } from "./store";
import "./studio.css";

function Head() {
  const { state, stage, share, gone, message, trouble } = useStore();
  return (
    <header>
      <h1>{state ? state.source : "bellwether studio"} <span class="quiet">{state ? `${state.items} items` : ""}</span></h1>
      {stage ? (
        <p class="busy"><progress value={share || undefined} max={1} aria-label={stage} /> {stage} <button onClick={() => void server.stop()}>Stop</button></p>
      ) : null}
      {gone ? <p class="note" role="alert">The studio is not running any more. Everything that was done is saved; start it again to go on.</p> : null}
      {state?.trouble && !state.ready ? <p class="note" role="alert">{state.trouble} <button onClick={() => void server.again()}>Try again</button></p> : null}
      {trouble ? <p class="note" role="alert">{trouble}</p> : null}
      <p class="message" role="status" aria-live="polite">{message}</p>
    </header>
  );
}

/** Keys work everywhere but where words are typed. */
function press(event: KeyboardEvent) {
  const target = event.target as HTMLElement;
  if (event.key === "Escape") { store.cancel(); return; }
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
  const group = store.state?.groups?.[Number(event.key) - 1];
  const does: Record<string, () => void> = {
    a: () => { if (store.pending?.preview) void store.apply(); },
    u: () => { if (store.state?.canUndo) void store.undo(); },
    r: () => { if (store.state?.canRedo) void store.redo(); },
    n: () => document.getElementById("new-group")?.focus(),
    q: () => void store.ask().then(() => document.querySelector<HTMLElement>(".card")?.focus()),
    "/": () => document.getElementById("search")?.focus(),
  };
  if (does[event.key]) { event.preventDefault(); does[event.key](); }
  else if (group && store.selected.length && !store.pending) void store.propose({ said: "belong", items: store.selected, group: group.group });
}

function look() {
  const event = /^#event=(\d+)$/.exec(location.hash);
  void store.lookAt(event ? Number(event[1]) : null);
}

function Studio() {
  useEffect(() => {
    store.start();
    document.addEventListener("keydown", press);
    window.addEventListener("hashchange", look);
  }, []);
  return (
    <>
      <Head />
      <main>
        <div class="left"><GroupsPart /><PlanPart /></div>
        <div class="middle"><MapPart /><AskPart /></div>
        <div class="right"><ItemsPart /><HistoryPart /><ExportPart /></div>
      </main>
      <footer class="quiet">Keys: / search, 1 to 9 put the selection into a group, n new group, a apply, Esc cancel, u undo, r redo, q ask</footer>
    </>
  );
}

render(<Studio />, document.getElementById("studio")!);
