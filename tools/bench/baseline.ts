import type { CapturedStatement } from '@eclusa/testing/load/captured-queries.ts'

/**
 * Floor: the statements of one request with variable values, which is the work of the engine without a gateway. Captured
 * from a running gateway and stored in `tools/bench/baselines/`, so that later versions are compared with it.
 */
export interface Floor {
  /** The session settings of the gateway's connections. */
  options: string
  statements: FloorStatement[]
}

export interface FloorStatement {
  text: string
  slots: Slot[]
}

/** The source of a statement's value. */
export type Slot =
  | { is: 'constant'; value: string | null }
  /** An id of the caller, the same in every request. */
  | { is: 'user_id' | 'product_id' | 'wallet_id' }
  /** An id of the record that the request changes. */
  | { is: 'client_id' | 'account_id'; type: string }
  | { is: 'version' }
  | { is: 'now'; type: string }
  /** New in every request, the same wherever it has the same number. */
  | { is: 'fresh' | 'ordered'; number: number; type: string; items?: number; prefix?: string }

/** One captured request: its statements, and its known values. */
export interface Sample {
  statements: CapturedStatement[]
  known: Partial<Record<'user_id' | 'product_id' | 'wallet_id' | 'client_id' | 'account_id' | 'version', string>>
}

const ofCaller = ['user_id', 'product_id', 'wallet_id'] as const
/** An id, or a text that ends with one, such as the name of a lock. */
const ENDS_WITH_UUID = /^(.*)[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const UUID_V7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-/

/** The common template of requests of one kind, which must send the same statements in the same order. */
export function commonFloor(options: string, samples: Sample[], types: (text: string) => string[]): Floor {
  const [first, ...others] = samples
  const said = (sample: Sample) => sample.statements.map(({ text }) => text).join('\n;\n')
  if (!first || first.statements.length === 0) throw new Error('nothing was heard on the wire')
  if (others.some((sample) => said(sample) !== said(first)))
    throw new Error('requests of one kind did not ask the same of the database')
  const numbers = new Map<string, number>()
  return {
    options,
    statements: first.statements.map(({ text, values }, at) => ({
      text,
      slots: values.map((_, place) =>
        slotOf(samples, (sample) => sample.statements[at]!.values[place]!, types(text)[place]!, numbers),
      ),
    })),
  }
}

function slotOf(
  samples: Sample[],
  valueIn: (sample: Sample) => string | null,
  type: string,
  numbers: Map<string, number>,
): Slot {
  const values = samples.map(valueIn)
  const isKnown = (name: keyof Sample['known']) =>
    samples.every((sample) => sample.known[name] !== undefined && sample.known[name] === valueIn(sample))
  const caller = ofCaller.find(isKnown)
  if (caller) return { is: caller }
  if (isKnown('client_id')) return { is: 'client_id', type }
  if (isKnown('account_id')) return { is: 'account_id', type }
  if (isKnown('version')) return { is: 'version' }
  const isConstant = values.every((value) => value === values[0])
  if (isConstant || !canBeMade(type, values)) return { is: 'constant', value: values[0]! }
  if (type.startsWith('timestamp')) return { is: 'now', type }
  const key = values.join('\n')
  if (!numbers.has(key)) numbers.set(key, numbers.size + 1)
  // Ids that grow with time are adjacent in an index, and cost less than random ones.
  const isOrdered = values.every((value) => UUID_V7.test(value ?? ''))
  const prefix = type === 'text' ? ENDS_WITH_UUID.exec(values[0]!)![1] : undefined
  return {
    is: isOrdered ? 'ordered' : 'fresh',
    number: numbers.get(key)!,
    type,
    ...(type.endsWith('[]') && { items: values[0]!.split(',').length }),
    ...(prefix && { prefix }),
  }
}

/** Values for which pgbench has an expression. Other differences, such as the JSON of an event, stay constant. */
function canBeMade(type: string, values: (string | null)[]): boolean {
  if (type === 'text') return values.every((value) => ENDS_WITH_UUID.test(value ?? ''))
  return type.startsWith('timestamp') || type in made
}

const hex16 = (of: string) => `lpad(to_hex(${of}::int8), 16, '0')`
/** All immutable, so that a value is still looked up by its index. */
const made: Record<string, (number: string, items: number) => string> = {
  bigint: (number) => `${number}::int8`,
  uuid: (number) => `(${hex16(number)} || substr(md5(${number}::text), 1, 16))::uuid`,
  text: (number) => `(${hex16(number)} || substr(md5(${number}::text), 1, 16))::uuid::text`,
  bytea: (number) => `sha256(int8send(${number}::int8))`,
  'bytea[]': (number, items) =>
    `array[${Array.from({ length: items }, (_, n) => `sha256(int8send(${number}::int8 + ${n}))`).join(', ')}]`,
}

export interface PgbenchScript {
  text: string
  /** Variables for pgbench's `-D`: constant values are still parameters, and not part of the statement. */
  defines: Record<string, string>
}

/** The largest random number of pgbench. */
const FRESH_MAX = 4_000_000_000_000_000_000n

export function pgbenchScript(floor: Floor, caller: Record<string, string>, targets: number): PgbenchScript {
  const defines: Record<string, string> = { ...caller }
  const slots = floor.statements.flatMap((statement) => statement.slots)
  const numbersOf = (is: 'fresh' | 'ordered') => [
    ...new Set(slots.flatMap((slot) => (slot.is === is ? [slot.number] : []))),
  ]
  const steps = slots.some(({ is }) => is === 'version')
  const lines = [
    `\\set target random(1, ${targets})`,
    '\\set turn :turn + 1',
    ...numbersOf('fresh').map((number) => `\\set fresh_${number} random(1, ${FRESH_MAX})`),
    // Like the gateway's ids: the time in ms in the first 48 bits.
    ...numbersOf('ordered').map(
      (number) => `\\set ordered_${number} (:began * 65536) + (:turn * 1024 + :client_id) * 8 + ${number % 8}`,
    ),
    ...floor.statements.flatMap(({ text, slots: places }) => {
      const written = text.replaceAll(/\$(\d+)/g, (_, place: string) => valueOf(places[Number(place) - 1]!, defines))
      const isLook = steps && /\bfor (no key )?update\b/i.test(text)
      return isLook ? [`${written} \\gset row_`, '\\set version :row_version + 1'] : [`${written};`]
    }),
  ]
  return { text: `${lines.join('\n')}\n`, defines: { turn: '0', began: String(Date.now()), ...defines } }
}

function valueOf(slot: Slot, defines: Record<string, string>): string {
  switch (slot.is) {
    case 'constant': {
      if (slot.value === null) return 'null'
      // pgbench has no other no-op.
      if (slot.value === '') return `''`
      const name = `constant_${Object.keys(defines).length}`
      defines[name] = slot.value
      return `:${name}`
    }
    case 'client_id':
    case 'account_id':
      return `md5('${slot.is.slice(0, -3)} ' || :target::text)::uuid::${slot.type}`
    case 'now':
      return `now()::${slot.type}`
    case 'fresh':
    case 'ordered': {
      const value = made[slot.type]!(`:${slot.is}_${slot.number}`, slot.items ?? 0)
      return slot.prefix ? `'${slot.prefix}' || ${value}` : value
    }
    default:
      return `:${slot.is}`
  }
}
