import './tokens.css'
import './base.css'
import { queries } from '../api/query-client.ts'
import { language } from '../i18n/language.ts'
import { applyTheme, theme } from '../i18n/theme.ts'

/** Applies theme, language and CSP nonce before anything is drawn. */
export function applyAppearance(): void {
  // The nonce of this response allows the styles that the UI primitives insert.
  Object.assign(globalThis, {
    __webpack_nonce__: document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce,
  })
  applyTheme()
  theme.listen(applyTheme)
  setDocumentLanguage()
  language.listen(() => {
    setDocumentLanguage()
    // Part of the cached data is translated text.
    void queries.invalidateQueries()
  })
}

function setDocumentLanguage(): void {
  document.documentElement.lang = language.now()
}
