import { createHash } from 'node:crypto'
import type { Language } from '../../base/language.ts'

/** What a person is asked to agree to, as one page shows it. */
export interface ConsentText {
  language: Language
  text: string
  sha256: string
  /** A short name for the text, by which two evidences are compared at a glance. */
  version: string
}

/** An element of the page that is part of what the person agrees to. */
const MARKED = /<(\w+)(?=\s)[^>]*\sdata-consent(?=[\s>])[^>]*>([\s\S]*?)<\/\1>/g

/** Read from the page itself, so that the evidence cannot differ from what is shown: the marked elements in order, one a line. */
export function readConsentText(html: string, language: Language): ConsentText {
  const text = [...html.matchAll(MARKED)].map(([, , inner]) => textOf(inner!)).join('\n')
  if (text === '') throw new Error('the page has no text to agree to')
  const sha256 = createHash('sha256').update(text).digest('hex')
  return { language, text, sha256, version: sha256.slice(0, 12) }
}

/** Without tags, and with the characters that were escaped: what `textContent` is in a browser. */
function textOf(html: string): string {
  return html.replace(/<[^>]*>/g, '').replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
}
