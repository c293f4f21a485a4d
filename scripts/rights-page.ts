const opening = `-- Who may do what once every migration was applied: a statement on each line, made by \`npm run rights\`. It is never run. The
-- doctor holds a database against it, and shows what is missing, or its opposite, to whoever has to mend it.
`

export function rightsPage(statements: string[]): string {
  return `${opening}${statements.map((statement) => `${statement};\n`).join('')}`
}
