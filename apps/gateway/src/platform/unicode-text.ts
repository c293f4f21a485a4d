/** Unicode text: normalisation (NFC), and which characters a text may contain. */

/**
 * Characters that a reader cannot see, or that look different to different readers: controls except tab and line end, formats
 * (zero width, soft hyphen, bidirectional overrides and isolates), line and paragraph separators, halves of a surrogate pair,
 * private use, noncharacters, default ignorables, and blanks that Unicode counts as letters or symbols. With them two texts that
 * look the same are different, and one text can be read as another. Joiners (ZWJ, ZWNJ) are formats too: a few scripts need them,
 * but between Latin letters they are invisible. A variation selector is accepted after a pictograph, where it has an effect.
 */
const HIDDEN =
  /(?!\ufe0e|\ufe0f)[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{13441}\u{13442}\u{1d159}]--[\t\n]]|\u{16fe4}|(?<!\p{Extended_Pictographic})(?:\ufe0e|\ufe0f)/v
const EVERY_HIDDEN = new RegExp(HIDDEN, 'gv')
const SEPARATING = /[\p{Cc}\p{Zl}\p{Zp}]/u
/** A character other than blanks and combining marks. */
const SHOWN = /[^\p{M}\p{Z}\t\n]/u
const PLAIN = /^[\x20-\x7e]*$/
const LINE_ENDS = /\r\n?/g
/** More marks in a row than the Stream-Safe Text Format of Unicode allows (UAX 15). Their ordering costs the square of their number. */
const LONG_MARKS = /\p{M}{31}/u
const EVERY_LONG_MARKS = /(\p{M}{30})\p{M}+/gu

/** Printable ASCII needs no further check, and most texts are. */
export const isPlain = (text: string) => PLAIN.test(text)

/** Whether one letter has so many combining marks that the text is not normalised. No language writes them. */
export const hasLongMarks = (text: string) => LONG_MARKS.test(text)

/** The normal form in which a text is compared and stored. */
export function normaliseText(text: string): string {
  const lines = text.replaceAll(LINE_ENDS, '\n')
  return hasLongMarks(lines) ? lines : lines.normalize('NFC')
}

/** The first hidden character of a normalised text. */
export const hiddenIn = (text: string): string | undefined => HIDDEN.exec(text)?.[0]

/** Whether a text without hidden characters still shows nothing. Only ASCII blanks count as an empty text. */
export const showsNothing = (text: string) => !SHOWN.test(text) && !isPlain(text)

/** For texts of partners that have to be stored, whatever they contain: normalised, and without hidden characters. */
export function withoutHidden(text: string): string {
  if (isPlain(text)) return text
  const left = normaliseText(text.replaceAll(EVERY_LONG_MARKS, '$1')).replaceAll(EVERY_HIDDEN, (one) =>
    SEPARATING.test(one) ? ' ' : '',
  )
  return SHOWN.test(left) ? left : ''
}
