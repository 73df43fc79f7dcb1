// The pictures of docs/studio.md: BELLWETHER_TOOL=... PLAYWRIGHT_FOLDER=... CHROMIUM=... node tests/studio/browser/pictures.mjs docs/pictures
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launch, open, ready, search, start } from "./studio.mjs";

const into = process.argv[2];
mkdirSync(into, { recursive: true });
const studio = await start("data:headlines?labels=region", "-k", "6", "--language", "english");
const browser = await launch();
const { page, close } = await open(browser, studio.address, { viewport: { width: 1110, height: 540 } });
const shoot = (name) => page.screenshot({ path: join(into, `${name}.png`) });
await ready(page);
await page.waitForTimeout(2000);  // the map of neighbours replaces the first
await shoot("studio-start");
for (const [word, name] of [["brazil", "Brazil"], ["canad", "Canada"], ["german", "Germany"], ["india", "India"], ["japan", "Japan"], ["kenya", "Kenya"]]) {
  await search(page, word);
  await page.getByRole("button", { name: "Keep the first 8" }).click();
  await page.getByLabel("A new group called").fill(name);
  await page.getByRole("button", { name: "New group" }).click();
  await page.getByRole("button", { name: /^Apply/ }).waitFor();
  if (word === "kenya") { await page.evaluate(() => scrollTo(0, 0)); await shoot("studio-preview"); };
  await page.getByRole("button", { name: /^Apply/ }).click();
  await page.getByRole("button", { name: /^Apply/ }).waitFor({ state: "detached" });
}
await page.getByRole("slider").fill("6");
await page.getByRole("button", { name: "Set" }).click();
await page.getByRole("heading", { name: "6 groups" }).waitFor();
await page.getByRole("button", { name: "Select nothing" }).click();
await page.evaluate(() => scrollTo(0, 0));
await page.waitForTimeout(2000);
await shoot("studio-regions");
await close();
await browser.close();
await studio.kill("SIGTERM");
