/** The text of a form field. Empty becomes undefined. */
export function textOf(said: FormData, name: string): string | undefined {
  const value = said.get(name)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** A time written in São Paulo time, which has had one offset since 2019. */
export const momentOf = (said: FormData, name: string) => `${textOf(said, name)}:00-03:00`
