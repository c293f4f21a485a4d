/** Unicode text: normalisation (NFC), and which characters a text may contain. */

/**
 * Characters that a reader cannot see, or that no two readers see alike: controls but the tab and the line end, formats (zero width,
 * soft hyphen, bidirectional overrides and isolates), line and paragraph separators, halves of a surrogate pair, private use,
 * noncharacters, all that a renderer may ignore, and the blanks that Unicode counts as letters or symbols. With them two texts that
 * look the same are different, and one text can be read as another. Joiners (ZWJ, ZWNJ) are formats too: a few scripts write names
 * with them, but between letters of ours they are invisible. A variation selector is accepted after a pictograph, where it shows.
 */
const HIDDEN =
  /(?!\ufe0e|\ufe0f)[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{13441}\u{13442}\u{1d159}]--[\t\n]]|\u{16fe4}|(?<!\p{Extended_Pictographic})(?:\ufe0e|\ufe0f)/v
const EVERY_HIDDEN = new RegExp(HIDDEN, 'gv')
const SEPARATING = /[\p{Cc}\p{Zl}\p{Zp}]/u
/** Something besides blanks and the marks that are drawn over a letter. */
const SHOWN = /[^\p{M}\p{Z}\t\n]/u
const PLAIN = /^[\x20-\x7e]*$/
const LINE_ENDS = /\r\n?/g
/** More marks in a row than the Stream-Safe Text Format of Unicode allows (UAX 15). Their ordering costs the square of their number. */
const LONG_MARKS = /\p{M}{31}/u
const EVERY_LONG_MARKS = /(\p{M}{30})\p{M}+/gu

/** Whether it is printable ASCII, of which nothing has to be asked: most texts are. */
export const isPlain = (text: string) => PLAIN.test(text)

/** Whether so many marks are on one letter that the text is not normalised. No language writes them. */
export const hasLongMarks = (text: string) => LONG_MARKS.test(text)

/** The one form in which a text is compared and stored. */
export function normaliseText(text: string): string {
  const lines = text.replaceAll(LINE_ENDS, '\n')
  return hasLongMarks(lines) ? lines : lines.normalize('NFC')
}

/** The first hidden character of a normalised text. */
export const hiddenIn = (text: string): string | undefined => HIDDEN.exec(text)?.[0]

/** Whether a text without hidden characters shows nothing all the same. Blanks of ASCII alone are an empty text. */
export const showsNothing = (text: string) => !SHOWN.test(text) && !isPlain(text)

/** For texts of others that have to be stored, whatever they contain: normalised, and without what is hidden. */
export function withoutHidden(text: string): string {
  if (isPlain(text)) return text
  const left = normaliseText(text.replaceAll(EVERY_LONG_MARKS, '$1')).replaceAll(EVERY_HIDDEN, (one) =>
    SEPARATING.test(one) ? ' ' : '',
  )
  return SHOWN.test(left) ? left : ''
}
