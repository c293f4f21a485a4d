/** What was written in a field of a form. Nothing is undefined. */
export function textOf(said: FormData, name: string): string | undefined {
  const value = said.get(name)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** A moment that was written by the clock of São Paulo, which has kept one offset since 2019. */
export const momentOf = (said: FormData, name: string) => `${textOf(said, name)}:00-03:00`
