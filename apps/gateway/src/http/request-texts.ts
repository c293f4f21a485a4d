import type { BrokenRule } from '../platform/errors/fault.ts'
import { both, type Text } from '../platform/language.ts'
import { hasLongMarks, hiddenIn, isPlain, normaliseText, showsNothing } from '../platform/unicode-text.ts'

/**
 * Normalises every text of a part of a request in place, and lists those that no field accepts. It walks the value and not a
 * schema, so that no field can be forgotten. The schema validates the normalised text, which is also what replay protection
 * compares and what is stored.
 */
export function normaliseTexts(part: unknown, pointer: string): BrokenRule[] {
  if (part === null || typeof part !== 'object') return []
  const members = part as Record<string, unknown>
  const errors: BrokenRule[] = []
  for (const name in members) {
    const member = members[name]
    if (typeof member === 'string' ? isPlain(member) : typeof member !== 'object') continue
    const at = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (typeof member === 'string') members[name] = readText(member, at, errors)
    else errors.push(...normaliseTexts(member, at))
  }
  return errors
}

function readText(given: string, pointer: string, errors: BrokenRule[]): string {
  const text = normaliseText(given)
  const hidden = hiddenIn(text)
  if (hidden !== undefined) errors.push({ pointer, ...hiddenCharacter(hidden) })
  else if (hasLongMarks(text)) errors.push({ pointer, code: 'TOO_MANY_MARKS', detail: tooManyMarks })
  else if (showsNothing(text)) errors.push({ pointer, code: 'SHOWS_NOTHING', detail: nothingShown })
  return text
}

/** The character can be named. The text around it is not quoted. */
function hiddenCharacter(character: string): { code: string; detail: Text } {
  if (!character.isWellFormed()) return { code: 'IS_UNICODE', detail: notUnicode }
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
  return {
    code: 'HIDDEN_CHARACTER',
    detail: both(
      `contém o caractere U+${code}, que não se vê: retire caracteres de controle, de formatação e invisíveis`,
      `contains the character U+${code}, which cannot be seen: remove control, format and invisible characters`,
    ),
  }
}

const notUnicode = both(
  'deve ser texto Unicode bem formado: há metade de um par substituto',
  'must be well-formed Unicode text: it holds half of a surrogate pair',
)
const tooManyMarks = both(
  'tem mais de 30 acentos seguidos sobre uma letra',
  'has more than 30 marks in a row on one letter',
)
const nothingShown = both(
  'deve conter ao menos um caractere visível, além de espaços e acentos soltos',
  'must contain at least one visible character besides blanks and loose marks',
)
