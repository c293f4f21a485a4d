import { randomUUID } from 'node:crypto'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { seededDraw } from '@eclusa/testing/seeded-digits.ts'
import { createTestJobs, type TestJobs } from '@eclusa/testing/worker.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyAccount } from '../src/areas/crossborder/accounts/verify-account.job.ts'
import { verifyClient } from '../src/areas/crossborder/clients/verify-client.job.ts'
import type { Onboarding } from '../src/areas/onboarding/onboarding.ts'
import { isJudged } from '../src/areas/onboarding/status.ts'
import { type Judgement, judgeStep } from '../src/areas/onboarding/steps/decide-step.ts'
import { heldBack, type SameBytesReason } from '../src/areas/onboarding/steps/hold-same-bytes.ts'
import { planSteps, type Step } from '../src/areas/onboarding/steps/step.ts'
import { dayInSaoPaulo } from '../src/platform/clock.ts'

/**
 * Property test: every recorded reason about random clients, accounts and openings is one that a rule produced. The rules
 * below are written a second time, from the specification and independently of the code under test.
 */
let gateway: TestGateway
let user: TestUser
let jobs: TestJobs
beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
  jobs = createTestJobs(gateway, { settings: { CROSSBORDER_VERIFICATION: 'rules' } })
})
afterAll(async () => {
  await jobs.close()
  await gateway.close()
})

const draw = seededDraw(20_261_119)
const oneOf = <T>(choices: readonly T[]): T => choices[draw.below(choices.length)]!
const DAY_MS = 86_400_000
const dayFromNow = (days: number) => dayInSaoPaulo(new Date(Date.now() + days * DAY_MS))

interface TestRecordedReasonsClient {
  id: string
  birth_date: string | null
  issue_date: string | null
}
interface TestRecordedReasonsAccount {
  id: string
  client_id: string
  country: string
  currency_symbol: string
  account_number: string
  branch: string | null
  bank_code: string
  bank_code_type: string
}
interface Recorded {
  status: string
  metadata: { reason?: string; checked?: string[] }
}

const randomClient = (): TestRecordedReasonsClient => ({
  id: randomUUID(),
  birth_date: oneOf([null, dayFromNow(-draw.below(20_000)), dayFromNow(1 + draw.below(400)), dayFromNow(0)]),
  issue_date: oneOf([null, dayFromNow(-draw.below(20_000)), dayFromNow(1 + draw.below(400))]),
})

const digitsOf = (text: string) => text.split('').map(Number)
const abaDigit = (eight: string) =>
  String((10 - (digitsOf(eight).reduce((sum, digit, at) => sum + digit * [3, 7, 1][at % 3]!, 0) % 10)) % 10)
const isAba = (code: string) =>
  /^(0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}$/.test(code) && abaDigit(code.slice(0, 8)) === code[8]
const ibanLengths: Record<string, number> = { DE: 22, FR: 27, GB: 22, IE: 22, BR: 29 }
const numbered = (iban: string) =>
  iban
    .split('')
    .map((one) => Number.parseInt(one, 36))
    .join('')
const mod97 = (iban: string) => Number(BigInt(numbered(iban.slice(4) + iban.slice(0, 4))) % 97n)
const isIban = (code: string) => code.length === ibanLengths[code.slice(0, 2)] && mod97(code) === 1
const clabeDigit = (number: string) =>
  String(
    (10 -
      (digitsOf(number.slice(0, 17)).reduce((sum, digit, at) => sum + ((digit * [3, 7, 1][at % 3]!) % 10), 0) % 10)) %
      10,
  )
const isClabe = (code: string) => /^\d{18}$/.test(code) && clabeDigit(code) === code[17]
const cbuDigit = (digits: string) =>
  String(
    (10 -
      (digitsOf(digits)
        .toReversed()
        .reduce((sum, digit, at) => sum + digit * [3, 1, 7, 9][at % 4]!, 0) %
        10)) %
      10,
  )
const isCbu = (code: string) =>
  /^\d{22}$/.test(code) && cbuDigit(code.slice(0, 7)) === code[7] && cbuDigit(code.slice(8, 21)) === code[21]

/** A code of that standard, with right check digits four times of five. */
function randomCode(type: string, country: string): string {
  const spoilt = draw.below(5) === 0
  switch (type) {
    case 'ABA': {
      const eight = `${oneOf(['02', '11', '32', '99'])}${draw.digits(6)}`
      return `${eight}${spoilt ? draw.digits(1) : abaDigit(eight)}`
    }
    case 'IBAN': {
      const issuer = ibanLengths[country] ? country : 'DE'
      const body = issuer === 'GB' || issuer === 'IE' ? `ABCD${draw.digits(14)}` : draw.digits(18)
      const rest = issuer === 'FR' ? draw.digits(23) : issuer === 'BR' ? `${draw.digits(23)}P1` : body
      const check = String(98 - mod97(`${issuer}00${rest}`)).padStart(2, '0')
      return `${issuer}${spoilt ? draw.digits(2) : check}${rest}`
    }
    case 'CLABE': {
      const digits = draw.digits(17)
      return `${digits}${spoilt ? draw.digits(1) : clabeDigit(digits)}`
    }
    case 'CBU': {
      const [bank, account] = [draw.digits(7), draw.digits(13)]
      return spoilt ? draw.digits(22) : `${bank}${cbuDigit(bank)}${account}${cbuDigit(account)}`
    }
    case 'FEBRABAN':
      return oneOf(['001', '237', '341', '000'])
    case 'BIC':
      return `BANK${country}${draw.digits(2)}`
    case 'IFSC':
      return `ABCD0${draw.digits(6)}`
    case 'TRANSIT_NUMBER':
      return `0${oneOf(['001', '002'])}${draw.digits(5)}`
    default:
      return draw.digits(6)
  }
}

const countries = ['BR', 'US', 'DE', 'FR', 'GB', 'IE', 'MX', 'AR', 'AU', 'IN', 'CA', 'JP']
const typesOf: Record<string, string[]> = {
  BR: ['FEBRABAN', 'IBAN', 'BIC'],
  MX: ['CLABE', 'BIC'],
  AR: ['CBU', 'BIC'],
  AU: ['BSB', 'BIC'],
  IN: ['IFSC', 'BIC'],
  CA: ['TRANSIT_NUMBER', 'BIC'],
  GB: ['SORT_CODE', 'IBAN', 'BIC'],
  IE: ['SORT_CODE', 'IBAN', 'BIC'],
  DE: ['IBAN', 'BIC'],
  FR: ['IBAN', 'BIC'],
  US: ['ABA', 'BIC'],
}

function randomAccount(client_id: string): TestRecordedReasonsAccount {
  const country = oneOf(countries)
  const isUsd = draw.below(3) === 0
  const own = typesOf[country] ?? ['BIC']
  const bank_code_type = isUsd
    ? oneOf(['ABA', ...own])
    : draw.below(8) === 0
      ? oneOf(Object.values(typesOf).flat())
      : oneOf(own)
  const bank_code = randomCode(isUsd ? 'ABA' : bank_code_type, country)
  const standard = country === 'MX' ? 'CLABE' : country === 'AR' ? 'CBU' : ibanLengths[country] ? 'IBAN' : undefined
  const numbers = [draw.digits(8), bank_code.slice(-8), bank_code, standard ? randomCode(standard, country) : 'A1']
  return {
    id: randomUUID(),
    client_id,
    country,
    currency_symbol: isUsd ? 'USD' : 'EUR',
    account_number: oneOf(numbers),
    branch: oneOf([null, '0001']),
    bank_code,
    bank_code_type,
  }
}

type TestRecordedReasonsRules<Of> = Record<string, (record: Of) => boolean>
const isFuture = (day: string | null) => day !== null && day > dayFromNow(0)

/** Present for an ACTIVE record: the checks that passed. */
const clientChecks: TestRecordedReasonsRules<TestRecordedReasonsClient> = {
  BIRTH_DATE_IN_THE_PAST: ({ birth_date }) => birth_date !== null && !isFuture(birth_date),
  ISSUE_DATE_IN_THE_PAST: ({ issue_date }) => issue_date !== null && !isFuture(issue_date),
}
const clientFaults: TestRecordedReasonsRules<TestRecordedReasonsClient> = {
  IN_THE_PAST: ({ birth_date, issue_date }) => isFuture(birth_date) || isFuture(issue_date),
  AFTER_BIRTH: ({ birth_date, issue_date }) => birth_date !== null && issue_date !== null && issue_date < birth_date,
}

const ofType = (type: string) => (account: TestRecordedReasonsAccount) =>
  account.currency_symbol !== 'USD' && account.bank_code_type === type
const namesAccount = ({ bank_code_type }: TestRecordedReasonsAccount) =>
  ['IBAN', 'CLABE', 'CBU'].includes(bank_code_type)
const needsBranch = ({ country, bank_code_type }: TestRecordedReasonsAccount) =>
  country === 'BR' || bank_code_type === 'FEBRABAN'
const looksLikeIban = ({ country, account_number }: TestRecordedReasonsAccount) =>
  country in ibanLengths && /^[A-Z]{2}\d{2}[A-Z0-9]{8,}$/.test(account_number)
const and =
  <Of>(...all: ((record: Of) => boolean)[]) =>
  (record: Of) =>
    all.every((one) => one(record))

const accountChecks: TestRecordedReasonsRules<TestRecordedReasonsAccount> = {
  BRANCH_REQUIRED: and(needsBranch, ({ branch }) => branch !== null),
  BANK_CODE_ABA: ({ currency_symbol, bank_code, bank_code_type }) =>
    (currency_symbol === 'USD' || bank_code_type === 'ABA') && isAba(bank_code),
  BANK_CODE_COUNTRY: ({ currency_symbol }) => currency_symbol !== 'USD',
  BANK_CODE_BIC: and(ofType('BIC'), ({ bank_code }) => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bank_code)),
  BANK_CODE_FEBRABAN: and(ofType('FEBRABAN'), ({ bank_code }) => ['001', '237', '341'].includes(bank_code)),
  BANK_CODE_IBAN: and(ofType('IBAN'), ({ bank_code }) => isIban(bank_code)),
  BANK_CODE_CLABE: and(ofType('CLABE'), ({ bank_code }) => isClabe(bank_code)),
  BANK_CODE_CBU: and(ofType('CBU'), ({ bank_code }) => isCbu(bank_code)),
  BANK_CODE_BSB: and(ofType('BSB'), ({ bank_code }) => /^\d{6}$/.test(bank_code)),
  BANK_CODE_IFSC: and(ofType('IFSC'), ({ bank_code }) => /^[A-Z]{4}0[A-Z0-9]{6}$/.test(bank_code)),
  BANK_CODE_SORT_CODE: and(ofType('SORT_CODE'), ({ bank_code }) => /^\d{6}$/.test(bank_code)),
  BANK_CODE_TRANSIT_NUMBER: and(ofType('TRANSIT_NUMBER'), ({ bank_code }) => /^0\d{8}$/.test(bank_code)),
  ACCOUNT_NUMBER_IBAN: and(looksLikeIban, ({ account_number }) => isIban(account_number)),
  ACCOUNT_NUMBER_CLABE: ({ country, account_number }) => country === 'MX' && isClabe(account_number),
  ACCOUNT_NUMBER_CBU: ({ country, account_number }) => country === 'AR' && isCbu(account_number),
  ACCOUNT_NUMBER_IN_BANK_CODE: ({ currency_symbol, account_number, bank_code, ...one }) =>
    currency_symbol !== 'USD' &&
    namesAccount(one as TestRecordedReasonsAccount) &&
    bank_code.includes(account_number.replace(/^0+/, '')),
}
const accountFaults: TestRecordedReasonsRules<TestRecordedReasonsAccount> = {
  BRANCH_REQUIRED: and(needsBranch, ({ branch }) => branch === null),
  BANK_CODE_ABA: ({ currency_symbol, bank_code }) => currency_symbol === 'USD' && !isAba(bank_code),
  BANK_CODE_ABA_PREFIX: and(ofType('ABA'), ({ bank_code }) => !isAba(bank_code)),
  BANK_CODE_ABA_CHECK_DIGIT: and(ofType('ABA'), ({ bank_code }) => !isAba(bank_code)),
  BANK_CODE_BIC_COUNTRY_UNKNOWN: ofType('BIC'),
  BANK_CODE_IBAN_SHAPE: and(ofType('IBAN'), ({ bank_code }) => !isIban(bank_code)),
  BANK_CODE_IBAN_CHECK_DIGITS: and(ofType('IBAN'), ({ bank_code }) => mod97(bank_code) !== 1),
  BANK_CODE_CLABE_CHECK_DIGIT: and(ofType('CLABE'), ({ bank_code }) => !isClabe(bank_code)),
  BANK_CODE_CBU_BRANCH_CHECK_DIGIT: and(ofType('CBU'), ({ bank_code }) => !isCbu(bank_code)),
  BANK_CODE_CBU_ACCOUNT_CHECK_DIGIT: and(ofType('CBU'), ({ bank_code }) => !isCbu(bank_code)),
  BANK_CODE_COUNTRY_MISMATCH: (account) =>
    account.currency_symbol !== 'USD' && !(typesOf[account.country] ?? ['BIC']).includes(account.bank_code_type),
  ACCOUNT_NUMBER_IBAN_SHAPE: and(looksLikeIban, ({ account_number }) => !isIban(account_number)),
  ACCOUNT_NUMBER_IBAN_CHECK_DIGITS: and(looksLikeIban, ({ account_number }) => mod97(account_number) !== 1),
  ACCOUNT_NUMBER_CLABE_CHECK_DIGIT: ({ country, account_number }) => country === 'MX' && !isClabe(account_number),
  ACCOUNT_NUMBER_CBU_BRANCH_CHECK_DIGIT: ({ country, account_number }) => country === 'AR' && !isCbu(account_number),
  ACCOUNT_NUMBER_CBU_ACCOUNT_CHECK_DIGIT: ({ country, account_number }) => country === 'AR' && !isCbu(account_number),
  ACCOUNT_NUMBER_COUNTRY_MISMATCH: and(
    looksLikeIban,
    ({ country, account_number }) => !account_number.startsWith(country),
  ),
  ACCOUNT_NUMBER_OTHER_THAN_BANK_CODE: and(
    namesAccount,
    ({ account_number, bank_code }) => account_number !== bank_code,
  ),
}

/** Recorded reasons that no rule produced, one per line. */
function unfounded<Of>(
  record: Of,
  { status, metadata }: Recorded,
  checks: TestRecordedReasonsRules<Of>,
  faults: TestRecordedReasonsRules<Of>,
): string[] {
  const [rules, codes] = status === 'ACTIVE' ? [checks, metadata.checked!] : [faults, metadata.reason!.split(', ')]
  return codes
    .filter((code) => !Object.hasOwn(rules, code) || !rules[code]!(record))
    .map((code) => `${status} ${code} ${JSON.stringify(record)}`)
}

async function recorded(event_type: string, client_id: string): Promise<Recorded | undefined> {
  const { rows } = await gateway.db.admin.query<Recorded>(
    'select status, metadata from client_activity where client_id = $1 and event_type = $2',
    [client_id, event_type],
  )
  return rows[0]
}

async function inTurns<Of>(all: Of[], work: (one: Of) => Promise<void>): Promise<void> {
  const left = [...all]
  const lane = async () => {
    for (let one = left.pop(); one; one = left.pop()) await work(one)
  }
  await Promise.all(Array.from({ length: 8 }, lane))
}

it('every reason recorded about 250 clients and 250 accounts is one that a rule produced', async () => {
  const clients = Array.from({ length: 250 }, randomClient)
  const accounts = clients.map(({ id }) => randomAccount(id))
  await gateway.db.admin.query(
    `insert into crossborder_clients (user_id, id, name, type, nationality, document, document_type, email, address,
       birth_date, issue_date, status, created_at, updated_at)
     select $1, id, 'Ana', 'NATURAL_PERSON', 'BR', id, 'PASSPORT', 'a@example.com', '{}', birth_date, issue_date, 'PENDING',
       now(), now() from jsonb_to_recordset($2) as sent (id uuid, birth_date date, issue_date date)`,
    [user.user_id, JSON.stringify(clients)],
  )
  await gateway.db.admin.query(
    `insert into crossborder_accounts (user_id, id, client_id, country, currency_symbol, account_type, account_number,
       branch, bank_name, bank_code, bank_code_type, status, created_at, updated_at)
     select $1, id, client_id, country, currency_symbol, 'CHECKING', account_number, branch, 'bank', bank_code,
       bank_code_type, 'PENDING', now(), now() from jsonb_to_recordset($2) as sent (id uuid, client_id uuid, country text,
         currency_symbol text, account_number text, branch text, bank_code text, bank_code_type text)`,
    [user.user_id, JSON.stringify(accounts)],
  )
  const found: string[] = []
  const counts: Record<string, number> = {}
  const count = (what: string) => (counts[what] = (counts[what] ?? 0) + 1)
  await inTurns(accounts, async (account) => {
    const { client_id, id: account_id } = account
    const { user_id } = user
    await jobs.run(verifyClient, { user_id, client_id })
    await jobs.run(verifyAccount, { user_id, client_id, account_id })
    const client = clients.find(({ id }) => id === client_id)!
    const aboutClient = (await recorded('CLIENT_VERIFIED', client_id))!
    found.push(...unfounded(client, aboutClient, clientChecks, clientFaults))
    count(`client ${aboutClient.status}`)
    const aboutAccount = await recorded('ACCOUNT_VERIFIED', client_id)
    if (aboutAccount) found.push(...unfounded(account, aboutAccount, accountChecks, accountFaults))
    count(`account ${aboutAccount?.status ?? 'PENDING'}`)
  })
  expect(found).toEqual([])
  for (const what of ['client ACTIVE', 'client REJECTED', 'account ACTIVE', 'account INACTIVE', 'account PENDING'])
    expect(counts[what]).toBeGreaterThan(9)
})

const patience = {
  ONBOARDING_CHECKS_TRIES: 3,
  ONBOARDING_CHECKS_PAUSE_SECONDS: 30,
  ONBOARDING_CHECKS_PENDING_HOURS: 72,
}
const verdicts = [
  'APPROVED',
  'APPROVED',
  'APPROVED',
  'APPROVED',
  'REJECTED',
  'MANUAL_REVIEW',
  'PENDING',
  'PENDING',
  'PENDING',
  'UNUSABLE',
  'UNAVAILABLE',
  'RESUBMIT',
] as const

function randomOpening(): { onboarding: Onboarding; steps: Step[]; now: Date } {
  const now = new Date('2026-11-15T12:00:00.000Z')
  const id = randomUUID()
  const person_type = oneOf(['NATURAL_PERSON', 'LEGAL_PERSON'] as const)
  const people = (count: number) =>
    Array.from({ length: count }, () => ({ id: randomUUID(), document: draw.digits(11) }))
  const [representatives, shareholders] =
    person_type === 'LEGAL_PERSON' ? [people(1 + draw.below(2)), people(draw.below(3))] : [[], []]
  const opened = { id, product_id: 'p', person_type, document: draw.digits(14) } as const
  const steps = planSteps(
    opened,
    { representatives: representatives.map((one) => ({ ...one, active: true })), shareholders },
    now,
  )
  return {
    onboarding: {
      ...opened,
      status: 'in_process',
      version: 1,
      expires_at: null,
      updated_at: now.toISOString(),
    } as Onboarding,
    steps,
    now,
  }
}

/** The reasons a step and its opening may have after a check, by the test's own rules. */
function expectedOf(step: Step, { verdict, by, reason }: Judgement, pendingHours: number) {
  const tooLong = verdict === 'PENDING' && step.name !== 'BC_PROTEGE' && pendingHours >= 72
  const role = step.legal_representative_id
    ? 'LEGAL_REPRESENTATIVE'
    : step.shareholder_id
      ? 'SHAREHOLDER'
      : 'ACCOUNT_HOLDER'
  const rejected = step.name === 'BC_PROTEGE' ? `BC_PROTEGE_BLOCKED ${role}` : `CHECK_REJECTED ${step.name}`
  const unusable = step.name === 'LIVENESS' ? 'VIDEO_UNUSABLE' : `CHECK_IMPOSSIBLE ${step.name}`
  const messages: Partial<Record<Judgement['verdict'], string | null>> = {
    REJECTED: by === 'analyst' ? reason : rejected,
    UNUSABLE: unusable,
    RESUBMIT: reason,
  }
  const codes: Partial<Record<Judgement['verdict'], string>> = {
    REJECTED: by === 'analyst' ? 'ONBOARDING_REJECTED_BY_COMPLIANCE' : 'ONBOARDING_REJECTED',
    ...(step.name !== 'LIVENESS' && { UNUSABLE: 'ONBOARDING_FAILED' }),
  }
  return {
    reason: tooLong ? 'PENDING_TOO_LONG' : reason,
    failed_message: messages[verdict],
    failed_code: codes[verdict],
  }
}

/** The reason for which a step about files waits when another person sent the same bytes. */
const sharedReasons: Partial<Record<Step['name'], SameBytesReason>> = {
  CAF: 'SAME_DOCUMENT_BYTES',
  LIVENESS: 'SAME_VIDEO_BYTES',
}

it('every reason recorded about 1,000 openings is one that a rule produced', () => {
  const seen = new Set<string>()
  for (let opening = 0; opening < 1_000; opening += 1) {
    let { onboarding, steps, now } = randomOpening()
    const pendingSince = new Map<string, number>()
    for (let turn = 0; turn < 24 && isJudged(onboarding.status); turn += 1) {
      const order = Math.min(...steps.filter(({ status }) => status !== 'APPROVED').map((one) => one.order))
      const step = oneOf(steps.filter((one) => one.order === order && one.status !== 'APPROVED'))
      const by = oneOf(['partner', 'partner', 'analyst'] as const)
      const reason = oneOf([null, 'NAME_DIFFERS', 'TIMED_OUT', `typed by an analyst ${turn}`])
      const judgement: Judgement = { verdict: oneOf(verdicts), by, reason }
      const since = judgement.verdict === 'PENDING' ? (pendingSince.get(step.id) ?? now.getTime()) : undefined
      const shared = draw.below(3) === 0 ? sharedReasons[step.name] : undefined
      const held = shared !== undefined && judgement.verdict === 'APPROVED' && by === 'partner'
      const expected = held
        ? { reason: shared, failed_message: undefined, failed_code: undefined }
        : expectedOf(step, judgement, since === undefined ? 0 : (now.getTime() - since) / 3_600_000)
      const said = heldBack({ ...judgement, actor: by }, shared)
      expect(said.actor).toBe(held ? 'gateway' : by)
      const outcome = judgeStep({ onboarding, steps }, step.id, said, patience, now)
      const after = outcome.changed.find(({ id }) => id === step.id)!
      if (after.pending_since === null) pendingSince.delete(step.id)
      else pendingSince.set(step.id, Date.parse(after.pending_since))
      expect(after.reason).toBe(expected.reason)
      const { failed_code, failed_message } = outcome.onboarding
      if (outcome.onboarding !== onboarding && failed_code !== (onboarding.failed_code ?? null))
        expect(failed_code).toBe(expected.failed_code)
      if (failed_message !== (onboarding.failed_message ?? null)) expect(failed_message).toBe(expected.failed_message)
      for (const one of outcome.changed) if (one.id !== step.id) expect(one.reason).toBeNull()
      seen.add(String(after.reason)).add(String(failed_code)).add(String(failed_message).split(' ')[0]!)
      steps = steps.map((one) => outcome.changed.find(({ id }) => id === one.id) ?? one)
      onboarding = outcome.onboarding
      now = new Date(now.getTime() + draw.below(120) * 3_600_000)
    }
  }
  for (const code of [
    'PENDING_TOO_LONG',
    'SAME_DOCUMENT_BYTES',
    'SAME_VIDEO_BYTES',
    'BC_PROTEGE_BLOCKED',
    'CHECK_REJECTED',
    'CHECK_IMPOSSIBLE',
    'ONBOARDING_REJECTED_BY_COMPLIANCE',
  ])
    expect(seen).toContain(code)
})
