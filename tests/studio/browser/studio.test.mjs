// What a person meets who opens the studio: looking, correcting, undoing, coming back.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { endAll, groups, launch, open, overhang, picture, ready, search, start, write } from "./studio.mjs";

const headlines = ["data:headlines?labels=region", "-k", "6", "--language", "english"];
const regions = { brazil: "Brazil", canad: "Canada", german: "Germany", india: "India", japan: "Japan", kenya: "Kenya" };
const evil = '<img src="https://example.invalid/x.png" onerror="window.hacked = 1"><b>bold</b>';
let browser;

before(async () => { browser = await launch(); });
after(async () => {
  endAll();
  await browser?.close();
});

/** Nothing was written to the console, and nobody else was asked for anything. */
function assertQuiet(seen) {
  assert.deepEqual(seen.errors, []);
  assert.deepEqual(seen.elsewhere, []);
}

/** Opens a page about a studio of its own, and closes both in the end. */
const withStudio = (words, settings, use) => async () => {
  const studio = await start(...words);
  const opened = await open(browser, studio.address, settings);
  await ready(opened.page);
  await use({ ...opened, studio });
  assertQuiet(opened.seen);
  await opened.close();
  assert.equal(await studio.kill("SIGTERM"), 0);
};

const done = (page) => page.getByRole("status").filter({ hasText: /^(done|undone|done again):/ }).waitFor();
const preview = (page) => page.getByRole("region", { name: "Preview" }).getByRole("button", { name: /Apply/ });
const apply = async (page) => { await preview(page).click(); await preview(page).waitFor({ state: "detached" }); await done(page); };

test("lasso, correct, preview, apply, undo across clustering afresh, redo", withStudio([...headlines, "--project", "lasso.bwp"], {}, async ({ page }) => {
  await picture(page, "start");
  const plot = await page.locator(".plot").boundingBox();
  const corners = [[0.05, 0.05], [0.95, 0.05], [0.95, 0.5], [0.05, 0.5]].map(([x, y]) => [plot.x + x * plot.width, plot.y + y * plot.height]);
  await page.mouse.move(...corners[0]);
  await page.mouse.down();
  for (const corner of [...corners.slice(1), corners[0]]) await page.mouse.move(...corner, { steps: 8 });
  await page.mouse.up();
  const chosen = await page.getByRole("heading", { name: "on the map" }).innerText();
  assert.ok(Number(/^(\d+) selected/.exec(chosen)[1]) > 50, chosen);
  await picture(page, "lasso");

  const first = await groups(page);
  await search(page, "japan women");
  await page.getByLabel("A new group called").fill("women of Japan");
  await page.getByRole("button", { name: "New group" }).click();
  await preview(page).waitFor();
  const follow = Number(/^(\d+) other/.exec(await page.getByRole("region", { name: "Preview" }).innerText())[1]);
  await picture(page, "preview");
  assert.deepEqual(await groups(page), first, "a preview changes nothing");
  await apply(page);
  const second = await groups(page);
  const named = Number(/^(\d+)/.exec(await page.locator(".history li a").first().innerText())[1]);
  const moved = [...first.keys()].filter((id) => first.get(id) !== second.get(id)).length;
  assert.equal(moved, follow + named);
  assert.ok([...second.values()].includes("women of Japan"));

  await page.getByRole("button", { name: "Cluster afresh, and check" }).click();
  await page.locator(".history li").filter({ hasText: "afresh" }).waitFor();
  await page.locator("body").press("u");
  await page.getByRole("status").filter({ hasText: "undone" }).waitFor();
  assert.deepEqual(await groups(page), second);
  await page.getByRole("button", { name: /^Undo/ }).click();
  await page.locator(".history li.undone").nth(1).waitFor();
  assert.deepEqual(await groups(page), first);
  await page.getByRole("button", { name: /^Redo/ }).click();
  await page.locator(".history li.undone").nth(1).waitFor({ state: "detached" });
  await done(page);
  assert.deepEqual(await groups(page), second);
  await page.locator(".history li a").last().click();
  await picture(page, "history");
}));

test("ten corrections sort 612 headlines by region", withStudio([...headlines, "--project", "walk.bwp"], {}, async ({ page }) => {
  const right = async () => {
    const address = await page.getByRole("link", { name: /items with their groups/ }).getAttribute("href");
    const csv = await page.evaluate(async (where) => (await fetch(where)).text(), address);
    return csv.trim().split("\n").slice(1).filter((line) => {
      const group = line.slice(line.lastIndexOf(",") + 1).toLowerCase();
      const word = Object.entries(regions).find(([, name]) => name.toLowerCase() === group)?.[0];
      return word && line.slice(0, line.lastIndexOf(",")).toLowerCase().includes(word);
    }).length;
  };
  assert.equal(await right(), 0);
  for (const [word, name] of Object.entries(regions)) {  // eight headlines each: the first of the list
    await search(page, word);
    await page.getByRole("button", { name: "Keep the first 8" }).click();
    await page.getByLabel("A new group called").fill(name);
    await page.getByRole("button", { name: "New group" }).click();
    await apply(page);
    await page.getByRole("heading", { name: `${6 + Object.keys(regions).indexOf(word) + 1} groups` }).waitFor();
  }
  await page.getByRole("slider").fill("6");
  await page.getByRole("button", { name: "Set" }).click();
  await page.getByRole("heading", { name: "6 groups" }).waitFor();
  await picture(page, "six-regions");
  for (let i = 0; i < 3; ++i) {  // three questions, answered by a key
    if (i === 0) await page.getByRole("button", { name: "Ask the next best question" }).click();
    const card = page.locator(".card");
    await card.locator("blockquote").filter({ hasText: /\w{4}/ }).waitFor();
    const text = (await card.locator("blockquote").innerText()).toLowerCase();
    const region = Object.entries(regions).find(([word]) => text.includes(word))[1];
    const key = (await card.locator(".choices button").filter({ hasText: region }).locator("kbd").innerText());
    if (i === 0) await picture(page, "question");
    await card.focus();
    await page.keyboard.press(key);
    await page.locator(".history li").nth(7 + i).waitFor();
    await page.waitForFunction((before) => !document.querySelector(".card blockquote")?.textContent?.toLowerCase().includes(before), text);
  }
  assert.equal(await page.locator(".history li").count(), 10);
  assert.ok((await right()) >= 600, `${await right()} of 612`);
  await picture(page, "walk");
}));

test("a killed studio goes on where it was, and two tabs see the same", async () => {
  const first = await start(...headlines, "--project", "killed.bwp");
  const one = await open(browser, first.address), two = await open(browser, first.address);
  await Promise.all([ready(one.page), ready(two.page)]);
  await search(one.page, "festival");
  await one.page.getByRole("region", { name: "Correct" }).getByRole("button", { name: /group 1/ }).click();
  await apply(one.page);
  await two.page.locator(".history li").filter({ hasText: "belong to group 1" }).waitFor();
  await two.page.locator("body").press("u");
  await one.page.locator(".history li.undone").waitFor();
  await one.page.locator("body").press("r");
  await two.page.locator(".history li:not(.undone)").waitFor();
  const left = await groups(two.page);
  assertQuiet(one.seen);
  assertQuiet(two.seen);
  await one.close();
  assert.equal(await first.kill("SIGKILL"), "SIGKILL");
  await two.page.getByRole("alert").filter({ hasText: "not running" }).waitFor();
  await two.close();
  const second = await start("--project", "killed.bwp");
  const again = await open(browser, second.address);
  await ready(again.page);
  assert.deepEqual(await groups(again.page), left);
  assert.equal(await again.page.locator(".history li").count(), 1);
  assertQuiet(again.seen);
  await again.close();
  assert.equal(await second.kill("SIGTERM"), 0);
});

test("400 px wide, in the dark, by the keyboard alone", withStudio([...headlines, "--project", "narrow.bwp"], { viewport: { width: 400, height: 800 }, colorScheme: "dark" }, async ({ page }) => {
  assert.ok((await overhang(page)) <= 0);
  await page.keyboard.press("/");
  await page.keyboard.type("kenyan runner");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "kenyan runner" }).waitFor();
  await page.locator("body").press("Tab");
  await page.getByRole("button", { name: "Zoom in" }).focus();
  await page.keyboard.press("n");
  await page.keyboard.type("runners");
  await page.keyboard.press("Enter");
  await preview(page).waitFor();
  await page.getByRole("button", { name: "Zoom in" }).focus();
  await page.keyboard.press("a");
  await page.locator(".history li").filter({ hasText: "runners" }).waitFor();
  await page.getByRole("button", { name: "Zoom in" }).focus();
  await page.keyboard.press("u");
  await page.locator(".history li.undone").waitFor();
  assert.ok((await overhang(page)) <= 0);
  await picture(page, "narrow-dark");
  // A screen reader has a name for everything that can be used.
  const nameless = await page.evaluate(() => [...document.querySelectorAll("button, input, select, a, img, canvas")].filter((one) =>
    !(one.tagName === "CANVAS") && !(one.getAttribute("aria-label") || one.textContent?.trim() || one.closest("label")?.textContent?.trim() || one.getAttribute("alt"))).map((one) => one.outerHTML));
  assert.deepEqual(nameless, []);
}));

test("texts and names that are HTML show as text", async () => {
  write("evil.csv", "id,text\n" + Array.from({ length: 40 }, (_, i) => `${i}<i>,"${evil.replaceAll('"', '""')} ${i % 2 ? "sheep wool flock meadow" : "engine wheel road motor"} n${i % 7}"\n`).join(""));
  await withStudio(["evil.csv", "--text-column", "text", "-k", "2", "--project", "evil.bwp"], {}, async ({ page }) => {
    await search(page, "sheep");
    await page.getByLabel("A new group called").fill("<b>bold</b>");
    await page.getByRole("button", { name: "New group" }).click();
    await apply(page);
    await page.getByRole("article").waitFor();
    assert.ok((await page.getByRole("article").innerText()).includes('<img src="https://example.invalid/x.png"'), await page.getByRole("article").innerText());
    assert.ok((await page.getByRole("region", { name: "Groups", exact: true }).innerText()).includes("<b>bold</b>"));
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    assert.equal(await page.locator("main img").count(), 0);
  })();
});

test("rows of a table have colours by column, and can be split, merged, finished and dropped", withStudio(["data:iris", "-k", "3", "--project", "iris.bwp"], {}, async ({ page }) => {
  await page.getByLabel("Colour").selectOption("column:2");
  await page.getByLabel("Colour").selectOption("certainty");
  const change = page.getByRole("button", { name: "Change group 0" });
  await change.click();
  await page.getByRole("button", { name: "Split in two" }).click();
  await apply(page);
  await page.getByRole("heading", { name: "4 groups" }).waitFor();
  await page.getByLabel("Merge").selectOption("group 3");
  await page.getByRole("button", { name: "into this" }).click();
  await apply(page);
  await page.getByRole("heading", { name: "3 groups" }).waitFor();
  await page.getByRole("button", { name: /^Finished/ }).click();
  await apply(page);
  await page.getByRole("button", { name: /^Select all .* of group 1/ }).click();
  await page.getByRole("button", { name: "Select nothing" }).click();
  await search(page, "14");
  await page.getByRole("button", { name: /^Junk/ }).click();
  await page.locator(".history li").filter({ hasText: "dropped" }).waitFor();
  await picture(page, "table");
}));
