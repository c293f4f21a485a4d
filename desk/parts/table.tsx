/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- see Table */
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

/** How much room so many columns take: with less, each row is drawn as a list of its own. */
const roomFor = (columns: number) => (columns <= 3 ? style.few : columns <= 5 ? style.some : style.many)

/**
 * Rows under named columns. Where there is no room for them each row is a list, and each value has its name beside it. The
 * roles are said, because a browser forgets what a table is once it is drawn otherwise.
 */
export function Table<Row>({ label, columns, rows, keyOf, empty, isChosen }: Props<Row>) {
  if (rows.length === 0) return <p className={style.empty}>{empty}</p>
  return (
    // Whoever has no mouse moves it by the keyboard.
    <section className={`${style.room} ${roomFor(columns.length)}`} tabIndex={0} aria-label={label}>
      <table className={style.table} role="table">
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ key, name, number }) => (
              <th key={key} role="columnheader" scope="col" className={number ? style.number : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row" aria-current={isChosen?.(row) || undefined}>
              {columns.map(({ key, name, cell, number }) => (
                <td key={key} role="cell" data-name={name} className={number ? style.number : undefined}>
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
