import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serve } from '../pages/serve.mjs';
import { Browser } from './browser.mjs';

const root = new URL('../node_modules/carom/', import.meta.url);

test('the page runs in Chromium', async () => {
  const server = await serve(fileURLToPath(root), { headers: {} });
  const browser = await Browser.start();
  try {
    await browser.open(`http://127.0.0.1:${server.address().port}/example/index.html`);
    const text = 'document.querySelector("#text")?.textContent';
    const pattern = /^1000 shapes, (\d+) contacts, step [\d.]+ ms, frame \d{2,}$/;
    const [, contacts] = await browser.until(text, pattern);
    assert.ok(Number(contacts) > 50, contacts);
    // Red dots are where shapes touch.
    const red = `(() => {
      const { data } = document.querySelector('#picture').getContext('2d').getImageData(0, 0, 960, 600);
      let count = 0;
      for (let i = 0; i < data.length; i += 4) count += data[i] > 190 && data[i + 1] < 20 && data[i + 2] < 20;
      return count;
    })()`;
    const [dots] = await browser.until(red, /^[1-9]\d*$/);
    assert.ok(Number(dots) > 200, dots);
  } finally {
    await browser.stop();
    server.close();
  }
});
