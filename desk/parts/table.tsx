import type { ReactNode } from 'react'
import style from './table.module.css'

export interface Column<Row> {
  key: string
  name: string
  cell: (row: Row) => ReactNode
  /** Numbers stand at the right, so that they can be compared. */
  number?: boolean
}

interface Props<Row> {
  /** What the table is about, for who listens. */
  label: string
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string
  /** What is said when there are no rows. */
  empty: string
  /** Whether a row is the one that is shown elsewhere on the page too. */
  isChosen?: (row: Row) => boolean
}

/** Rows under named columns. Where there is no room it is moved sideways by itself, and not the page. */
export function Table<Row>({ label, columns, rows, keyOf, empty, isChosen }: Props<Row>) {
  if (rows.length === 0) return <p className={style.empty}>{empty}</p>
  return (
    // Whoever has no mouse moves it by the keyboard.
    <section className={style.room} tabIndex={0} aria-label={label}>
      <table className={style.table}>
        <thead>
          <tr>
            {columns.map(({ key, name, number }) => (
              <th key={key} scope="col" className={number ? style.number : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} aria-current={isChosen?.(row) || undefined}>
              {columns.map(({ key, cell, number }) => (
                <td key={key} className={number ? style.number : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
