export interface StoredDictRecord {
  id: string
  last_modified: string
}

/** Records of one kind, with every version of each: a list of DICT may show the state of some seconds ago. */
export interface Store<T extends StoredDictRecord> {
  get(id: string): T | undefined
  all(): T[]
  /** Records grouped by one of the keys given at the start. */
  group(key: string): T[]
  save(record: T): T
  /** Each record at that time, in the order in which DICT lists them. */
  asOf(moment: Date): T[]
}

export function makeStore<T extends StoredDictRecord>(
  keysOf: (record: T) => (string | undefined)[] = () => [],
): Store<T> {
  const versions = new Map<string, T[]>()
  const groups = new Map<string, string[]>()
  const latest = (id: string) => versions.get(id)?.at(-1)

  function add(record: T): void {
    versions.set(record.id, [{ ...record }])
    for (const key of keysOf(record)) {
      if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), record.id])
    }
  }

  return {
    get: (id) => latest(id),
    all: () => [...versions.keys()].map((id) => latest(id)!),
    group: (key) => (groups.get(key) ?? []).map((id) => latest(id)!),
    save(record) {
      const history = versions.get(record.id)
      if (history) history.push({ ...record })
      else add(record)
      return record
    },
    asOf(moment) {
      const limit = moment.toISOString()
      return [...versions.values()]
        .flatMap((history) => history.findLast((version) => version.last_modified <= limit) ?? [])
        .toSorted((a, b) => order(a.last_modified, b.last_modified) || order(a.id, b.id))
    },
  }
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
