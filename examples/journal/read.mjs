// Reads a journal of Pitboss in SQLite without Pitboss: checks its chain, and prints its lines or its head.
//
//     node read.mjs house.db            prints what `pitboss verify` prints last: head pitboss-head/2:LINES:HASH
//     node read.mjs house.db --lines    prints every line
//
// Archived segments are read from the folder that the journal names, or from the one that PITBOSS_ARCHIVE does.
//
// docs/journal.md explains the format. Needs Node 22.13 or later, and nothing else.

import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync, inflateSync } from "node:zlib";

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

/** Tell whether a line that ends with a public key and a signature (Ed25519) was signed with that key. */
function isSigned(line) {
  const [, said, key, signature] = /^(.* ([0-9a-f]{64})) ([0-9a-f]{128})$/.exec(line) ?? [];
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), Buffer.from(key ?? "", "hex")]);
  return key !== undefined && verify(null, Buffer.from(said), createPublicKey({ key: der, format: "der", type: "spki" }), Buffer.from(signature, "hex"));
}

/** Return the lines of an archived segment, whose proof must be about them. */
function archived({ first, last, hash, folder }, before) {
  const name = `segment-1-${String(first).padStart(12, "0")}-${String(last).padStart(12, "0")}.gz`;
  const text = gunzipSync(readFileSync(join(process.env.PITBOSS_ARCHIVE ?? folder, name))).toString("utf8");
  const end = text.indexOf("\n") + 1;
  const proof = text.slice(0, end - 1).split(" ");
  const [, , , from, to, , , begins, ends, content] = proof;
  const isItsOwn = from === `${first}` && to === `${last}` && begins === before.toString("hex") && ends === Buffer.from(hash).toString("hex");
  if (!isItsOwn || content !== sha256(text.slice(end)).toString("hex")) throw new Error(`${name} is not what its proof says`);
  if (!isSigned(proof.join(" "))) throw new Error(`${name} is not signed with the key that it names`);
  return text.slice(end).trimEnd().split("\n").slice(1);
}

/** Yield what is stored: archived segments, then commits, each with its lines. */
function* stored(database, shard, hashed) {
  const segments = database.prepare("SELECT first, last, position, hash, folder FROM segments WHERE shard = ? ORDER BY first");
  for (const row of segments.iterate(shard)) yield { row, lines: archived(row, hashed()) };
  const commits = database.prepare("SELECT first, last, position, hash, keys, body FROM commits WHERE shard = ? ORDER BY first");
  for (const row of commits.iterate(shard)) yield { row, lines: linesOf(row.body) };
}

/** Yield every line of a shard as text and as data, and stop where the chain is broken. */
function* read(path, shard = 1) {
  const database = new DatabaseSync(path, { readOnly: true });
  let hash = sha256(`pitboss-journal/3 shard ${shard}`);
  let ordinal = 0;
  let events = 0;
  for (const { row, lines } of stored(database, shard, () => hash)) {
    for (const text of lines) {
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
