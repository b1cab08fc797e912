// Reads a journal of Pitboss in SQLite without Pitboss: checks its chain, and prints its lines or its head.
//
//     node read.mjs house.db            prints what `pitboss verify` prints last: head pitboss-head/2:LINES:HASH
//     node read.mjs house.db --lines    prints every line
//
// docs/journal.md explains the format. Needs Node 22.13 or later, and nothing else.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { inflateSync } from "node:zlib";

const BODY_MAX = 64 * 1024 ** 2;
const DICTIONARY = readFileSync(new URL("../../src/pitboss/journal/dictionary.txt", import.meta.url));

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();

/** Return the lines of a commit, as they were hashed. */
function linesOf(body) {
  const bytes = Buffer.from(body);
  if (bytes[0] !== 1 && bytes[0] !== 2) throw new Error(`a body that begins with ${bytes[0]}`);
  const options = { maxOutputLength: BODY_MAX, ...(bytes[0] === 2 ? { dictionary: DICTIONARY } : {}) };
  return inflateSync(bytes.subarray(1), options).toString("utf8").split("\n");
}

/** Yield every line of a shard as text and as data, and stop where the chain is broken. */
function* read(path, shard = 1) {
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = database.prepare("SELECT first, last, position, hash, keys, body FROM commits WHERE shard = ? ORDER BY first");
  let hash = sha256(`pitboss-journal/3 shard ${shard}`);
  let ordinal = 0;
  let events = 0;
  for (const row of rows.iterate(shard)) {
    for (const text of linesOf(row.body)) {
      hash = sha256(hash, text);
      const [number, epoch, stream, version, command, result] = JSON.parse(text);
      ordinal += 1;
      if (number !== ordinal) throw new Error(`line ${number} comes after line ${ordinal - 1}`);
      const made = Array.isArray(result) ? result : [];
      events += made.length;
      yield { text, ordinal, epoch, stream, version, command, events: made, refusal: made === result ? null : result, hash };
    }
    if (!hash.equals(Buffer.from(row.hash))) throw new Error(`the chain is broken in lines ${row.first} to ${row.last}`);
    if (row.last !== ordinal || row.position !== events) throw new Error(`the commit of line ${row.first} has other numbers`);
  }
  database.close();
}

const [path, what] = process.argv.slice(2);
let head = `pitboss-head/2:0:${sha256("pitboss-journal/3 shard 1").toString("hex")}`;
try {
  for (const line of read(path)) {
    if (what === "--lines") console.log(line.text);
    head = `pitboss-head/2:${line.ordinal}:${line.hash.toString("hex")}`;
  }
  if (what !== "--lines") console.log(`head ${head}`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
