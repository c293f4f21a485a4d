import { describe, expect, it } from 'vitest'
import { asColumns, asCsv } from './show.ts'

describe('a table for a spreadsheet', () => {
  it.each(['=1+1', '+5511999999999', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '=HYPERLINK("http://x","y")'])(
    'does not run %j',
    (name) => {
      const [, cell] = asCsv([{ name }]).split(/(?<=name\r\n)/)
      expect(cell).toBe(`"'${name.replaceAll('"', '""')}"\r\n`)
    },
  )

  it('does not change numbers, and keeps commas, quotes and line breaks within their cell', () => {
    const row = { amount: -1590, name: 'Souza, "Zé"', note: 'a\nb', at: new Date(0), of: { id: 1 }, none: null }
    expect(asCsv([row])).toBe(
      'amount,name,note,at,of,none\r\n-1590,"Souza, ""Zé""","a\nb",1970-01-01T00:00:00.000Z,"{""id"":1}",\r\n',
    )
  })
})

describe('columns for people', () => {
  it('are aligned, and contain no terminal control characters', () => {
    expect(asColumns([{ id: 1, name: '\u001B[2Jgone' }])).toBe('id  name\n1   \uFFFD[2Jgone\n')
  })

  it('report an empty result', () => {
    expect(asColumns([])).toBe('nothing found\n')
  })
})
