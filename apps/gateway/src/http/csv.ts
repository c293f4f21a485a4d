/** CSV (RFC 4180). A text that a spreadsheet would execute as a formula is escaped. */
export function csvOf<Column extends string>(
  columns: readonly Column[],
  rows: Partial<Record<NoInfer<Column>, string | number>>[],
): string {
  const lines = rows.map((row) => columns.map((column) => cell(row[column])))
  return [columns, ...lines].map((line) => `${line.join(',')}\r\n`).join('')
}

const FORMULA = /^[\s]*[=+\-@\t\r]/
const QUOTED = /[",\r\n]/

function cell(value: string | number | undefined): string {
  if (value === undefined || typeof value === 'number') return String(value ?? '')
  const text = FORMULA.test(value) ? `'${value}` : value
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
