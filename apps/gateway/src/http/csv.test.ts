import { expect, it } from 'vitest'
import { csvOf } from './csv.ts'

it('has a line for each row, and is empty without rows', () => {
  expect(csvOf(['a', 'b'], [{ a: 1 }, { b: 'x' }, { a: -1, b: 'y' }])).toBe('a,b\r\n1,\r\n,x\r\n-1,y\r\n')
})

it.each([
  ['=1+1', `'=1+1`],
  ['+1', `'+1`],
  ['-1', `'-1`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['\t=1', `'\t=1`],
  [' =1', `' =1`],
  ['\r=1', `"'\r=1"`],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ['a,b', '"a,b"'],
  ['a"b', '"a""b"'],
  ['a\nb', '"a\nb"'],
  ['a-b', 'a-b'],
])('%j becomes %j', (text, written) => expect(csvOf(['a'], [{ a: text }])).toBe(`a\r\n${written}\r\n`))
