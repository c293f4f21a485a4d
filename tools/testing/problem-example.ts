import { routes } from '@eclusa/gateway/src/api.ts'
import { problemExample } from '@eclusa/gateway/src/contract-examples.ts'
import { gateFaults } from '@eclusa/gateway/src/http/faults.ts'
import { isLanguage } from '@eclusa/gateway/src/platform/language.ts'
import { expect } from 'vitest'

const kinds = new Map([...gateFaults, ...routes.flatMap(({ errors }) => errors)].map((kind) => [kind.code, kind]))
/** The texts an error may have instead of the shown example. */
const alternatives: Record<string, string[]> = {
  BILLET_EXPIRED: ['due_date', 'blocks', 'errors'],
  CREDENTIALS_REFUSED: ['reason'],
}
/** Errors whose text contains a number or a place that varies. */
const filledIn = new Set(['MAX', 'BLOCK_CHECK_DIGIT_WRONG'])

/** A received problem matches the example of its code in the contract, and has nothing undeclared. */
export function expectShownProblem({ status, headers, body }: ReceivedProblem): void {
  const kind = kinds.get(String(body['code']))
  const language = headers['content-language']
  if (!kind || !isLanguage(language)) return
  const shown = problemExample(kind, language)
  expect({ status, title: body['title'], detail: body['detail'] }).toEqual({
    status: shown.status,
    title: shown.title,
    detail: shown.detail,
  })
  const known = [...Object.keys(shown), ...(alternatives[kind.code] ?? [])]
  expect(known, `apps/gateway/src/problem-examples.ts shows less of ${kind.code}`).toEqual(
    expect.arrayContaining(Object.keys(body)) as string[],
  )
  for (const rule of (body['errors'] ?? []) as Rule[]) {
    const same = shown.errors?.find(({ pointer, code }) => pointer === rule.pointer && code === rule.code)
    if (same && !filledIn.has(rule.code)) expect(rule).toEqual(same)
  }
}

interface ReceivedProblem {
  status: number
  headers: Record<string, string | undefined>
  body: Record<string, unknown>
}

interface Rule {
  pointer: string
  code: string
  detail: string
}
