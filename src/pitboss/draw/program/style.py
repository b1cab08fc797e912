"""How a program's page looks: on a screen of any width, and on paper."""

from __future__ import annotations

from typing import Final

__all__ = ["STYLE"]

STYLE: Final = """
:root { --felt: #0d5c3b; --gold: #ffd24a; --cream: #f6efdc; --paper: #fffdf6; --ink: #141414; --quiet: #55534a;
  --faint: #d9d2bd; }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
bdi { overflow-wrap: anywhere; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, "Segoe UI", Roboto,
  "Noto Sans", Helvetica, Arial, sans-serif; overflow-wrap: break-word; print-color-adjust: exact;
  -webkit-print-color-adjust: exact; }
.inside { max-width: 74rem; margin: 0 auto; padding: 0 1.25rem; }
.skip { position: absolute; left: -99rem; background: var(--gold); color: var(--ink); padding: .6rem 1rem; z-index: 1; }
.skip:focus { left: .5rem; top: .5rem; }
:focus-visible { outline: 3px solid #1746a2; outline-offset: 2px; }
.top { background: var(--felt); color: var(--cream); border-bottom: 4px solid var(--gold); padding: 1.75rem 0 1.5rem; }
.top p { margin: 0; }
h1 { margin: .1rem 0; font-size: clamp(1.9rem, 6vw, 3.2rem); line-height: 1.1; color: var(--gold); }
.day { font-size: 1.2rem; font-weight: 600; }
nav { border-bottom: 1px solid var(--faint); background: var(--cream); }
nav ul { list-style: none; margin: 0; padding: .6rem 0; display: flex; flex-wrap: wrap; gap: .4rem .5rem; }
nav a { display: block; padding: .45rem .7rem; border: 1px solid #8b8468; border-radius: .4rem;
  background: var(--paper); color: var(--ink); text-decoration: none; }
nav a:hover { background: var(--gold); }
h2 { color: var(--felt); font-size: 1.6rem; line-height: 1.2; margin: 0 0 .8rem; padding-bottom: .3rem;
  border-bottom: 2px solid var(--felt); }
h3 { margin: 0 0 .15rem; font-size: 1.05rem; line-height: 1.3; }
section { padding-top: 2rem; }
.passages { columns: 2 24rem; column-gap: 2.5rem; }
.passages article { break-inside: avoid; padding-bottom: 1rem; }
.passages p { margin: 0; }
.clause { color: var(--quiet); font-size: .75rem; font-weight: 400; white-space: nowrap; }
.race > header { display: flex; flex-wrap: wrap; gap: 0 1.5rem; align-items: baseline; justify-content: space-between;
  border-bottom: 2px solid var(--felt); margin-bottom: .8rem; }
.race > header h2 { border: 0; margin: 0; }
.post { font-size: 1.25rem; font-weight: 700; margin: 0; }
.title { font-size: 1.2rem; font-weight: 700; margin: 0 0 .3rem; }
.facts { margin: 0 0 .3rem; font-weight: 600; }
.conditions { margin: 0 0 .8rem; max-width: 60rem; }
table { border-collapse: collapse; width: 100%; margin: 0 0 1rem; }
caption { text-align: left; font-weight: 700; color: var(--felt); padding: .2rem 0; }
th, td { text-align: left; padding: .35rem .8rem .35rem 0; border-bottom: 1px solid var(--faint); vertical-align: top; }
thead th { font-size: .82rem; color: var(--quiet); border-bottom: 1px solid #8b8468; }
tbody th { font-weight: 600; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.runners td, .runners tbody th { vertical-align: middle; }
.runners .name { font-size: 1.1rem; }
.note { display: block; font-size: .82rem; font-weight: 400; color: var(--quiet); }
.line { font-weight: 700; white-space: nowrap; }
.cloth { display: inline-block; min-width: 2.6rem; padding: .1rem .45rem; border: 1px solid var(--ink);
  border-radius: .2rem; text-align: center; font-weight: 800; font-size: 1.15rem; line-height: 1.5; }
.sentences { margin: 0 0 .4rem; padding: 0; list-style: none; }
.notes li { padding-left: .7rem; border-left: 3px solid var(--gold); margin: .2rem 0 0; }
.coupled li { background: var(--cream); border-left: 4px solid var(--felt); padding: .3rem .7rem; margin: 0 0 .3rem; }
.bottom { margin-top: 2.5rem; padding: 1rem 0 2rem; border-top: 1px solid var(--faint); color: var(--quiet);
  font-size: .85rem; }
.posted { font-size: 1.35rem; }
.posted .passages { columns: 2 30rem; }
.posted .clause { font-size: .8em; }
.posted h2 { font-size: 1.6em; }
.posted h3 { font-size: 1.1em; }
@media screen and (min-width: 62rem) {
  .sides { display: grid; grid-template-columns: 1fr 19rem; gap: 0 2.2rem; align-items: start; }
  .offers { order: 2; }
}
@media (max-width: 40rem) {
  .runners, .runners tbody { display: block; }
  .runners caption { display: block; }
  .runners thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .runners tr { display: grid; grid-template-columns: 3.4rem minmax(0, 1fr) auto; gap: 0 .6rem; padding: .6rem 0;
    border-bottom: 1px solid var(--faint); }
  .runners td, .runners tbody th { display: block; border: 0; padding: 0; grid-column: 2 / 4; }
  .runners .no { grid-column: 1; grid-row: 1 / 9; }
  .runners .name { grid-column: 2; grid-row: 1; }
  .runners .line { grid-column: 3; grid-row: 1; }
  .runners [data-label]::before { content: attr(data-label) ": "; color: var(--quiet); }
  .runners td.line::before { content: none; }
  .bets th, .bets td { padding-right: .5rem; }
  .posted { font-size: 1.2rem; }
}
@page { margin: 14mm; }
@media print {
  html { font-size: 9.5pt; }
  html:has(.posted) { font-size: 14pt; }
  body, body.posted { font-size: 1rem; line-height: 1.35; background: none; }
  nav, .skip { display: none; }
  .inside { max-width: none; padding: 0; }
  .top { padding: 1.2rem; }
  h1 { font-size: 3rem; }
  section { padding-top: 1.4rem; }
  .passages { columns: 2; column-gap: 2rem; }
  .posted .passages { columns: 1; }
  .passages article { padding-bottom: .8rem; }
  h2, h3, caption { break-after: avoid; }
  tr, li { break-inside: avoid; }
  .race { break-before: page; padding-top: 0; }
  .offers { display: grid; grid-template-columns: 3fr 2fr; gap: 0 2rem; align-items: start; }
  .offers .notes { margin-top: 3rem; }
  .runners .note { display: inline; padding-left: .6rem; }
  th, td { padding-top: .22rem; padding-bottom: .22rem; }
  .bottom { margin-top: 1.5rem; padding: .5rem 0 0; }
}
"""
