// What the pages' own modules add to the browser's types: our events carry what they are about in `detail`, and what
// was found or touched in the document is ours, so that its kind is known.

interface Event { readonly detail: any }
interface EventTarget { closest(selectors: string): any; dataset: DOMStringMap; value: string; checked: boolean; form: any }
interface Element { dataset: DOMStringMap; disabled: boolean; hidden: boolean; focus(options?: FocusOptions): void; style: CSSStyleDeclaration; value: string; tabIndex: number; setPointerCapture(id: number): void }
