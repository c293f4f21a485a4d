import { createHash } from 'node:crypto'
import type { Language } from '../../platform/language.ts'

/** The consent text of one rendered page. */
export interface ConsentText {
  language: Language
  text: string
  sha256: string
  /** A short name for the text, with which an auditor can compare two records of consent. */
  version: string
}

/** An element of the page that is part of the consent text. */
const MARKED = /<(\w+)(?=\s)[^>]*\sdata-consent(?=[\s>])[^>]*>([\s\S]*?)<\/\1>/g

/**
 * Extracts the consent text from the rendered page, so that the evidence cannot differ from the page: the marked
 * elements in order, one per line.
 */
export function readConsentText(html: string, language: Language): ConsentText {
  const text = [...html.matchAll(MARKED)].map(([, , inner]) => textOf(inner!)).join('\n')
  if (text === '') throw new Error('the page has no text to agree to')
  const sha256 = createHash('sha256').update(text).digest('hex')
  return { language, text, sha256, version: sha256.slice(0, 12) }
}

/** Removes tags and unescapes entities, like `textContent` in a browser. */
function textOf(html: string): string {
  return html.replace(/<[^>]*>/g, '').replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
}
