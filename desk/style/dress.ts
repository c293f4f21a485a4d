import './tokens.css'
import './base.css'
import { queries } from '../contract/query-client.ts'
import { language } from '../words/language.ts'
import { theme, wearTheme } from '../words/theme.ts'

/** Dresses the page before anything is drawn: its colours, its language, and leave for what the primitives add. */
export function dress(): void {
  // What the primitives add to the page by themselves is allowed by the nonce of this answer.
  Object.assign(globalThis, {
    __webpack_nonce__: document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce,
  })
  wearTheme()
  theme.listen(wearTheme)
  speak()
  language.listen(() => {
    speak()
    // Part of what was read is in words.
    void queries.invalidateQueries()
  })
}

function speak(): void {
  document.documentElement.lang = language.now()
}
