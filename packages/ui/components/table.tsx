/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- see Table */
import type { ReactNode } from 'react'
import style from './table.module.css'

export interface TableColumn<Row> {
  key: string
  name: string
  cell: (row: Row) => ReactNode
  /** Numbers are right-aligned, so that they can be compared. */
  number?: boolean
}

interface TableProps<Row> {
  /** The table's label for screen readers. */
  label: string
  columns: TableColumn<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string
  /** The text of an empty table. */
  empty: string
  /** Whether the row is the one shown elsewhere on the page. */
  isChosen?: (row: Row) => boolean
}

/** The width that so many columns need. With less, each row is drawn as a list. */
const roomFor = (columns: number) => (columns <= 3 ? style.few : columns <= 5 ? style.some : style.many)

/**
 * A table. Where it is too narrow each row becomes a list with labels. ARIA roles are set, because browsers drop the table
 * semantics with another display value.
 */
export function Table<Row>({ label, columns, rows, keyOf, empty, isChosen }: TableProps<Row>) {
  if (rows.length === 0) return <p className={style.empty}>{empty}</p>
  return (
    // Scrollable by keyboard.
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
