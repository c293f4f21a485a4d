/**
 * So much work at a time for each who asks, and in this process. One more is refused at once: whoever would wait holds a
 * connection while it does, and of connections there are fewer than of those who could ask.
 */
export function openPlaces(eachMax: number, allMax: number, refuse: () => Error) {
  const taken = new Map<string, number>()
  let all = 0

  return async <T>(who: string, work: () => Promise<T>): Promise<T> => {
    const each = taken.get(who) ?? 0
    if (each >= eachMax || all >= allMax) throw refuse()
    taken.set(who, each + 1)
    all += 1
    try {
      return await work()
    } finally {
      all -= 1
      const left = taken.get(who)! - 1
      if (left > 0) taken.set(who, left)
      else taken.delete(who)
    }
  }
}
