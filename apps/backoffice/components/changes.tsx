import { Table } from '@eclusa/ui/components/table.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { shared } from '@eclusa/ui/i18n/shared-messages.ts'
import { fields } from '../i18n/fields.ts'
import style from './changes.module.css'

type Values = Record<string, unknown>

interface ChangesProps {
  label: string
  changes: Values
  /** The same change as of now, where that is another question. */
  now?: Values | undefined
  empty: string
}

/** Values before and after, by name, as text. */
export function Changes({ label, changes, now, empty }: ChangesProps) {
  const say = useMessages(fields)
  const rows = Object.entries(changes).map(([name, value]) => ({
    name,
    ...sidesOf(value),
    now: now && name in now ? sidesOf(now[name]).after : undefined,
  }))
  // A comparison only where a value changed since.
  const moved = rows.some((row) => row.now !== undefined && JSON.stringify(row.now) !== JSON.stringify(row.after))
  return (
    <Table
      label={label}
      rows={rows}
      keyOf={({ name }) => name}
      empty={empty}
      columns={[
        { key: 'name', name: say.name, cell: ({ name }) => said(say.names, name) },
        { key: 'before', name: say.before, cell: (row) => <Value name={row.name} value={row.before} /> },
        {
          key: 'after',
          name: say.after,
          cell: (row) => (
            <span className={style.after}>
              <Value name={row.name} value={row.after} />
            </span>
          ),
        },
        ...(moved
          ? [
              {
                key: 'now',
                name: say.now,
                cell: (row: (typeof rows)[number]) => <Value name={row.name} value={row.now} />,
              },
            ]
          : []),
      ]}
    />
  )
}

/** A pair is before and after. Any other value is new. */
function sidesOf(value: unknown): { before?: unknown; after: unknown } {
  return Array.isArray(value) && value.length === 2 ? { before: value[0], after: value[1] } : { after: value }
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/
const id = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i

/** A value of a record as text. */
export function Value({ name, value }: { name: string; value: unknown }) {
  const { values } = useMessages(fields)
  const { yes, no } = useMessages(shared)
  const formats = useFormats()
  const say = (one: unknown): string => {
    if (one === null || one === undefined || one === '') return '–'
    if (typeof one === 'boolean') return one ? yes : no
    if (typeof one === 'number') return name === 'amount' ? formats.money(one) : String(one)
    if (typeof one === 'string') return moment.test(one) ? formats.precise(one) : said(values, one)
    if (Array.isArray(one)) return one.map(say).join(', ') || '–'
    return Object.entries(one as Values)
      .map(([key, inner]) => `${key}: ${say(inner)}`)
      .join('; ')
  }
  const isId = typeof value === 'string' && id.test(value)
  return <span className={isId ? style.id : style.value}>{say(value)}</span>
}
