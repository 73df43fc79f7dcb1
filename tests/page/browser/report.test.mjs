// What a reader meets who opens a page of `bellwether report`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { bellwether, folder, launch, open, overhang, picture, write } from "./pages.mjs";

const dots = "[data-map] .canvas svg .mark-symbol.role-mark path";
const evil = '<script>window.hacked = 1</script><img src="https://example.invalid/x.png" onerror="window.hacked = 2"> & "quotes"';
const headlines = ["data:headlines?labels=region", "-k", "6", "--language", "english", "--quiet"];
let browser;

/** The region of every tenth headline. */
function seeds() {
  bellwether("data", "headlines", "-o", "headlines.csv");
  const cells = readFileSync(join(folder, "headlines.csv"), "utf8").split("\n").slice(1).map((line) => line.split(","));
  return "id,label\n" + cells.filter((cell, i) => i % 10 === 0 && cell.length > 2).map((cell) => `${cell[0]},${cell[2]}\n`).join("");
}

before(async () => {
  browser = await launch();
  write("seeds.csv", seeds());
  bellwether("cluster", ...headlines, "-o", "plain");
  bellwether("cluster", ...headlines, "--seeds", "seeds.csv", "--method", "constrained-vm", "-o", "guided");
  bellwether("report", "guided", "-o", "guided.html", "--quiet");
  bellwether("report", "guided", "-o", "still.html", "--still", "--quiet");
  bellwether("report", "plain", "guided", "-o", "both.html", "--quiet");
  bellwether("compare", "data:iris", "-k", "3", "--methods", "kmeans,gm,spherical-kmeans", "--repeats", "4", "-o", "compared", "--quiet");
  bellwether("report", "compared", "-o", "compared.html", "--quiet");
  for (let i = 0; i < 30; ++i)
    write(`evil/${i % 2 ? "<b>bold<" : "plain"}/${i} <i>'".txt`, `${evil} ${i % 2 ? "sheep wool flock meadow" : "engine wheel road motor"} ${i}`);
  bellwether("cluster", "evil", "-k", "2", "-o", "evil-result", "--quiet");
  bellwether("report", "evil-result", "-o", "evil.html", "--title", evil, "--quiet");
});

after(() => browser?.close());

/** Nothing went wrong, and nothing but the page itself was asked for. */
function assertQuiet(seen) {
  assert.deepEqual(seen.errors, []);
  assert.equal(seen.requests.length, 1, seen.requests.join("\n"));
}

test("plots are drawn, nothing is fetched, nothing goes wrong", async () => {
  const { page, seen, close } = await open(browser, "guided.html");
  await page.waitForSelector(dots);
  assert.equal(await page.locator(dots).count(), 612);
  await page.waitForSelector("[data-trace] svg .mark-line path");
  assert.match(await page.locator("h1").innerText(), /612 texts in 6 groups/);
  await picture(page, "guided");
  assertQuiet(seen);
  await close();
});

test("the pointer on a dot shows its item", async () => {
  const { page, seen, close } = await open(browser, "guided.html");
  await page.waitForSelector(dots);
  const dot = page.locator(dots).last();  // drawn on top of all others
  await dot.scrollIntoViewIfNeeded();
  await dot.hover({ force: true });
  const tooltip = page.locator("#vg-tooltip-element.visible");
  await tooltip.waitFor();
  const words = await tooltip.innerText();
  assert.match(words, /item/);
  assert.match(words, /true class/);
  const headline = readFileSync(join(folder, "headlines.csv"), "utf8").split("\n").find((line) => line.startsWith(`${words.match(/item:?\s+(\d+)/)[1]},`));
  assert.ok(words.replace(/\s+/g, " ").includes(headline.split(",").slice(3).join(",").trim().replace(/^"|"$/g, "").slice(0, 40)), `${words}\n${headline}`);
  assertQuiet(seen);
  await close();
});

test("maps change with the reader's choice", async () => {
  const { page, seen, close } = await open(browser, "guided.html");
  await page.waitForSelector(dots);
  const place = () => page.locator(dots).first().getAttribute("transform");
  const tint = () => page.locator(dots).evaluateAll((all) => new Set(all.map((path) => path.getAttribute("fill"))).size);
  const first = await place();
  await page.getByLabel("Placed by").selectOption("main directions");
  await page.waitForFunction(([selector, old]) => document.querySelector(selector)?.getAttribute("transform") !== old, [dots, first]);
  await page.getByLabel("Coloured by").selectOption("true class");
  await page.waitForFunction(() => [...document.querySelectorAll("[data-map] svg text")].some((text) => text.textContent === "Brazil"));
  assert.ok((await tint()) >= 6);
  await page.getByLabel("Coloured by").selectOption("without the knowledge");
  await page.getByLabel("Coloured by").selectOption("certainty");
  await page.waitForFunction(() => [...document.querySelectorAll("[data-map] svg text")].some((text) => text.textContent === "certainty"));
  assertQuiet(seen);
  await close();
});

test("text that is HTML shows as text, wherever it stands", async () => {
  const { page, seen, close } = await open(browser, "evil.html");
  await page.waitForSelector(dots);
  assert.equal(await page.locator("h1").innerText(), evil);
  assert.ok((await page.locator(".groups").innerText()).includes("<script>window.hacked = 1</script>"));
  assert.ok((await page.locator(".confusion").first().innerText()).includes("<b>bold<"));
  await page.locator(dots).last().hover({ force: true });
  await page.locator("#vg-tooltip-element.visible").waitFor();
  assert.ok((await page.locator("#vg-tooltip-element").innerText()).includes("<script>"));
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.equal(await page.locator("img[src^='https'], main b:text('bold'), main i").count(), 0);
  await picture(page, "evil");
  assertQuiet(seen);
  await close();
});

for (const [name, file] of [["a page", "guided.html"], ["a page without scripts", "still.html"], ["several results", "both.html"], ["a comparison", "compared.html"], ["hostile texts", "evil.html"]])
  for (const colorScheme of ["light", "dark"])
    test(`${name}: fits a phone, ${colorScheme}`, async () => {
      const { page, seen, close } = await open(browser, file, { viewport: { width: 400, height: 800 }, colorScheme, deviceScaleFactor: 1 });
      await page.evaluate(() => document.querySelectorAll("details").forEach((part) => (part.open = true)));
      await page.waitForFunction(() => [...document.querySelectorAll("[data-map]")].every((map) => map.querySelector("svg")));
      await page.waitForTimeout(300);
      assert.ok((await overhang(page)) <= 0, `${await overhang(page)} pixels too wide`);
      const [ink, paper] = await page.evaluate(() => [getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]);
      assert.ok(contrast(ink, paper) > 7, `${ink} on ${paper}`);
      await picture(page, `${file.replace(".html", "")}-phone-${colorScheme}`);
      assertQuiet(seen);
      await close();
    });

test("without scripts the maps are pictures that name their items", async () => {
  const { page, seen, close } = await open(browser, "still.html", { javaScriptEnabled: false });
  assert.equal(await page.locator("script").count(), 0);
  assert.equal(await page.locator("[data-map] svg").first().locator("circle").count(), 612);
  assert.match(await page.locator("[data-map] circle title").first().textContent(), /group/);
  assertQuiet(seen);
  await close();
});

test("several results stand side by side, and each opens", async () => {
  const { page, seen, close } = await open(browser, "both.html");
  assert.equal(await page.locator("details.result").count(), 2);
  assert.equal(await page.locator(dots).count(), 0);
  await page.locator("details.result > summary").first().click();
  await page.waitForSelector(dots);
  const alike = await page.locator("section:has(h2:text('How alike')) td.number").allInnerTexts();
  assert.equal(alike.length, 4);
  assert.deepEqual([alike[0], alike[3]], ["1.000", "1.000"]);
  assert.equal(alike[1], alike[2]);
  await picture(page, "both");
  assertQuiet(seen);
  await close();
});

test("a comparison draws every repeat of every method", async () => {
  const { page, seen, close } = await open(browser, "compared.html");
  await page.waitForSelector("[data-comparison] svg .mark-symbol path");
  assert.equal(await page.locator("[data-comparison] svg .mark-symbol.role-mark path").count(), 3);
  assert.equal(await page.locator("[data-comparison] svg .mark-rect.role-mark path").count(), 12);
  assert.match(await page.locator(".summary").first().innerText(), /NMI/);
  await picture(page, "compared");
  assertQuiet(seen);
  await close();
});

test("on paper the page is light and shows all", async () => {
  const { page, close } = await open(browser, "guided.html", { colorScheme: "dark" });
  await page.waitForSelector(dots);
  await page.emulateMedia({ media: "print" });
  const [ink, paper] = await page.evaluate(() => [getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]);
  assert.equal(paper, "rgb(255, 255, 255)");
  assert.equal(ink, "rgb(0, 0, 0)");
  assert.equal(await page.locator(".controls").first().isVisible(), false);
  assert.ok((await page.pdf()).length > 20000);
  await close();
});

/** Of two colours, as the Web Content Accessibility Guidelines count it: 1 to 21. */
function contrast(one, other) {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\d.]+/g).slice(0, 3).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}
