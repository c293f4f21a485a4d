/** Polls until there is a result, for a minute at most. */
export async function until<T>(what: string, ask: () => Promise<T | undefined | false>): Promise<T> {
  for (let n = 0; n < 300; n += 1) {
    const answer = await ask()
    if (answer) return answer
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`waited in vain for ${what}`)
}
