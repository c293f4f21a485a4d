/** The terminal's language, if it is supported. */
export function languageHere({ LC_ALL, LC_MESSAGES, LANG } = process.env): 'pt-BR' | 'en-US' {
  return /^pt/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? 'pt-BR' : 'en-US'
}
