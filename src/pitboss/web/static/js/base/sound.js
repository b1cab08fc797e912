// Sounds made in the browser, off until somebody switches them on; the choice is kept on this machine.

const KEPT = "pitboss-sound";
let context = null;
let isOn = localStorage.getItem(KEPT) === "on";

/** Each sound as notes: hertz, start and length in seconds. */
const SOUNDS = {
  prompt: [[880, 0, 0.12], [880, 0.2, 0.12], [1175, 0.4, 0.3]],
  open: [[523, 0, 0.1], [659, 0.12, 0.15]],
  closed: [[392, 0, 0.25]],
  won: [[659, 0, 0.1], [784, 0.11, 0.1], [1047, 0.22, 0.25]],
  alarm: [[660, 0, 0.2], [520, 0.25, 0.2], [660, 0.5, 0.2]],
};

export const soundIsOn = () => isOn;

/** Switch sounds on or off. */
export function switchSound(on) {
  isOn = on;
  localStorage.setItem(KEPT, on ? "on" : "off");
  if (on) play("open");
}

/** Have sounds on where nobody has chosen otherwise: a console must be heard. */
export function soundByDefault() {
  if (localStorage.getItem(KEPT) === null) isOn = true;
}

/** @type {string[]} what was played, newest last, for whoever wants to know without ears */
export const played = [];

/** Play a sound, where they are on; a browser that allows none yet stays silent. @param {keyof typeof SOUNDS} name */
export function play(name) {
  if (!isOn) return;
  played.push(name);
  document.documentElement.dataset.played = name;
  try {
    context ??= new AudioContext();
    context.resume().catch(() => null);
    for (const [hertz, start, length] of SOUNDS[name]) {
      const at = context.currentTime + start;
      const tone = context.createOscillator();
      const loudness = context.createGain();
      tone.frequency.value = hertz;
      loudness.gain.setValueAtTime(0.0001, at);
      loudness.gain.exponentialRampToValueAtTime(0.2, at + 0.02);
      loudness.gain.exponentialRampToValueAtTime(0.0001, at + length);
      tone.connect(loudness).connect(context.destination);
      tone.start(at);
      tone.stop(at + length + 0.05);
    }
  } catch {
    // No sound on this machine: what it says stands on the page as well.
  }
}
