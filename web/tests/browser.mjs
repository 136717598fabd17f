// Headless Chromium, driven by its debugging protocol through pipes.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

export class Browser {
  #answers = new Map();
  #rest = '';
  #next = 1;

  /** `drawing` tells Chromium what draws: nothing but the processor, unless it is told otherwise. */
  static async start(drawing = ['--disable-gpu']) {
    const browser = new Browser();
    browser.profile = await mkdtemp(join(tmpdir(), 'carom-page-'));
    const options = ['--headless', '--no-sandbox', ...drawing, '--remote-debugging-pipe',
      `--user-data-dir=${browser.profile}`, 'about:blank'];
    browser.process = spawn('chromium', options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    browser.process.stdio[4].setEncoding('utf8').on('data', (text) => browser.#take(text));
    return browser;
  }

  #take(text) {
    const messages = (this.#rest + text).split('\0');
    this.#rest = messages.pop();
    for (const { id, result, error, method, params } of messages.map((message) => JSON.parse(message))) {
      if (method) this.heard?.(method, params); // an event
      const answer = this.#answers.get(id);
      this.#answers.delete(id);
      if (error) answer?.reject(new Error(error.message));
      else answer?.resolve(result);
    }
  }

  call(method, params = {}) {
    const id = this.#next++;
    const message = { id, method, params, sessionId: this.session };
    this.process.stdio[3].write(`${JSON.stringify(message)}\0`);
    return new Promise((resolve, reject) => {
      this.#answers.set(id, { resolve, reject });
    });
  }

  async open(url) {
    this.session = undefined;
    const { targetId } = await this.call('Target.createTarget', { url });
    this.session = (await this.call('Target.attachToTarget', { targetId, flatten: true })).sessionId;
  }

  /** What an expression is in the page, as JSON tells it. Promises are awaited. */
  async ask(expression) {
    const options = { expression, returnByValue: true, awaitPromise: true };
    const { result, exceptionDetails } = await this.call('Runtime.evaluate', options);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** A picture of what the window shows, as the bytes of a PNG. */
  async picture() {
    const { data } = await this.call('Page.captureScreenshot', { format: 'png' });
    return Buffer.from(data, 'base64');
  }

  /** Evaluates an expression in the page until its text matches, for half a minute at most. */
  async until(expression, pattern) {
    let text = '';
    for (let i = 0; i < 300; i++) {
      // A page that is just being opened has nothing to evaluate in.
      const answer = await this.call('Runtime.evaluate', { expression }).catch(() => ({ result: {} }));
      text = String(answer.result.value);
      const found = pattern.exec(text);
      if (found) return found;
      await setTimeout(100);
    }
    throw new Error(`the page only says: ${text}`);
  }

  async stop() {
    const ended = new Promise((done) => {
      this.process.once('exit', done);
    });
    this.process.kill();
    await ended;
    await rm(this.profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
