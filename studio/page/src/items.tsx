// What is selected: a list, a reader, and what can be said of it.

import { useEffect, useRef, useState } from "preact/hooks";
import { colourOf, css } from "./colours";
import { useStore } from "./hooks";
import { Item, server } from "./server";

const page = 40;

/** The text with the words that tell the item's group from the others marked; words are stems. */
function Marked({ text, words }: { text: string; words: string[] }) {
  const stems = words.filter((w) => w.length > 2).map((w) => w.toLowerCase());
  return <>{text.split(/([\p{L}\p{N}]+)/u).map((piece, i) =>
    i % 2 && stems.some((stem) => piece.toLowerCase().startsWith(stem)) ? <mark key={i}>{piece}</mark> : piece)}</>;
}

export function SearchPart() {
  const store = useStore();
  const [words, setWords] = useState("");
  const search = async (event: Event) => {
    event.preventDefault();
    if (!words.trim()) return;
    try { store.select(await server.search(words), `with “${words.trim()}”`); } catch (error) { store.fail(error); }
  };
  return (
    <form class="search" role="search" onSubmit={search}>
      <input id="search" type="search" placeholder="Search by words" aria-label="Search items by words" value={words} onInput={(e) => setWords(e.currentTarget.value)} />
      <button>Search</button>
    </form>
  );
}

function CorrectPart() {
  const store = useStore();
  const [name, setName] = useState("");
  const groups = store.state?.groups ?? [];
  const count = store.selected.length;
  const pending = store.pending, items = store.selected;
  const other = store.reading;
  if (pending)
    return (
      <div class="preview" role="region" aria-label="Preview">
        {pending.preview ? (
          <>
            <p>
              <strong>{pending.preview.follow} other {pending.preview.follow === 1 ? "item follows" : "items follow"}</strong>
              {pending.preview.overruled ? `; ${pending.preview.overruled} of your earlier corrections disagree` : ""}.
              {pending.preview.follow ? " They are ringed on the map." : ""}
            </p>
            <button class="main" onClick={() => void store.apply()}>Apply <kbd>a</kbd></button>
          </>
        ) : <p>Looking at what would follow…</p>}
        <button onClick={() => store.cancel()}>Cancel <kbd>Esc</kbd></button>
      </div>
    );
  if (!count) return <p class="quiet">Select items: draw around them on the map, click a group, or search.</p>;
  return (
    <div class="correct" role="region" aria-label="Correct">
      <p>These {count === 1 ? "item belongs" : `${count} items belong`} to</p>
      <div class="choices">
        {groups.map((g, i) => (
          <button key={g.group} onClick={() => void store.propose({ said: "belong", items, group: g.group })}>
            <span class="swatch" style={{ background: css(colourOf(g.group)) }} />{g.name}{i < 9 ? <kbd>{i + 1}</kbd> : null}
          </button>
        ))}
      </div>
      <form onSubmit={(e) => { e.preventDefault(); void store.propose({ said: "new group", items, name: name.trim() }); setName(""); }}>
        <label>A new group called <input id="new-group" value={name} maxLength={60} onInput={(e) => setName(e.currentTarget.value)} /></label>
        <button>New group</button>
      </form>
      <div class="choices">
        <button disabled={count < 2} onClick={() => void store.propose({ said: "together", items })}>One group, whichever</button>
        <button disabled={count < 2 || other < 0} title="The item in the reader is not together with the other selected ones"
          onClick={() => void store.propose({ said: "apart", items: items.filter((i) => i !== other), others: [other] })}>Not together with the item that is read</button>
        <button onClick={() => void store.apply({ said: "drop", items })}>Junk: leave out</button>
      </div>
    </div>
  );
}

function Reader({ item }: { item: Item }) {
  const store = useStore();
  const group = store.groups[item.item] ?? -1;
  const words = store.state?.groups?.find((g) => g.group === group)?.words?.map((w) => w.name) ?? [];
  return (
    <article class="reader" aria-label={`Item ${item.id}`}>
      <p class="quiet"><span class="swatch" style={{ background: css(colourOf(group)) }} />{store.nameOf(group)} · {item.id}
        {store.certainty.length ? ` · ${Math.round(100 * (store.certainty[item.item] ?? 0))} % sure` : ""}</p>
      {item.picture ? <img src={server.pictureAddress(item.item)} alt={item.id} /> : null}
      {item.text ? <p class="text"><Marked text={item.text} words={words} /></p> : null}
      {item.row ? <table><tbody>{item.row.map(([name, value]) => <tr key={name}><th scope="row">{name}</th><td>{value}</td></tr>)}</tbody></table> : null}
    </article>
  );
}

export function ItemsPart() {
  const store = useStore();
  const [shown, setShown] = useState(page);
  const [list, setList] = useState<number[]>([]);
  const [items, setItems] = useState<Item[]>([]);
  const known = useRef(new Map<number, Item>());
  // The list stays while boxes are unticked; it changes with the next selection.
  useEffect(() => { setList(store.selected); setShown(page); }, [store.why, store.state?.version]);
  useEffect(() => {
    const wanted = list.slice(0, shown);
    if (store.reading >= 0 && !wanted.includes(store.reading)) wanted.push(store.reading);
    let left = false;
    const missing = wanted.filter((i) => !known.current.has(i));
    const show = () => { if (!left) setItems(wanted.map((i) => known.current.get(i)).filter((i): i is Item => !!i)); };
    if (!missing.length) show();
    else server.items(missing).then((found) => { for (const item of found) known.current.set(item.item, item); show(); }).catch((e) => store.fail(e));
    return () => { left = true; };
  }, [list, shown, store.reading, store.state?.map]);
  const reading = items.find((i) => i.item === store.reading);
  return (
    <section class="items" aria-label="Items">
      <h2>{store.selected.length ? `${store.selected.length} selected` : "Items"} <span class="quiet">{store.selected.length ? store.why : ""}</span></h2>
      <SearchPart />
      <CorrectPart />
      {store.selected.length ? <p>
        <button class="small" onClick={() => store.select([], "nothing")}>Select nothing</button>
        {store.selected.length > 8 ? <button class="small" onClick={() => store.select(store.selected.slice(0, 8), store.why)}>Keep the first 8</button> : null}
      </p> : null}
      {reading ? <Reader item={reading} /> : null}
      <ul class="list">
        {items.filter((i) => list.includes(i.item)).map((item) => (
          <li key={item.item} aria-current={item.item === store.reading}>
            <input type="checkbox" aria-label={`Select ${item.id}`} checked={store.selected.includes(item.item)} onChange={() => store.toggle(item.item)} />
            <button onClick={() => { store.reading = item.item; store.changed(); }}>
              <span class="swatch" style={{ background: css(colourOf(store.groups[item.item] ?? -1)) }} />
              {item.picture ? <img src={server.pictureAddress(item.item)} alt="" loading="lazy" /> : null}
              {item.text ? item.text.slice(0, 90) : item.id}
            </button>
          </li>
        ))}
      </ul>
      {list.length > shown ? <button class="small" onClick={() => setShown(shown + page)}>Show more of {list.length}</button> : null}
    </section>
  );
}
