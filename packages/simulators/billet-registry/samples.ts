import { factorFor, issueBankSlip, issueCollectionSlip, type PrintedSlip } from './issue-slips.ts'
import { type Choice, magicDigits } from './magic.ts'

export interface BankSample extends Choice {
  /** Undefined prints a slip that is never late. */
  due_date?: string
  amount?: number
  bankCode?: string
}

/** A bank slip whose last digits choose the response of the sandbox's registry. */
export function sampleBankSlip({ due_date, amount = 124_020, bankCode = '237', ...choice }: BankSample): PrintedSlip {
  const factor = due_date === undefined ? '0000' : factorFor(due_date)
  return issueBankSlip({
    bankCode,
    currency: '9',
    factorAndAmount: factor + String(amount).padStart(10, '0'),
    freeField: `04480561686237936${magicDigits(choice)}`,
  })
}

export interface CollectionSample extends Choice {
  valueIdentifier?: string
  amount?: number
}

/** The same for a utility bill. */
export function sampleCollectionSlip({
  valueIdentifier = '8',
  amount = 13_312,
  ...choice
}: CollectionSample): PrintedSlip {
  return issueCollectionSlip({
    segment: '3',
    valueIdentifier,
    value: String(amount).padStart(11, '0'),
    companyAndFreeField: `013800028128846271608${magicDigits(choice)}`,
  })
}

/** One digitable line for each state of a billet, payable for another month. */
export function sampleLines(due_date: string): Record<string, string> {
  const bankLine = (sample: BankSample) => sampleBankSlip({ due_date, ...sample }).line
  return {
    open: bankLine({ terms: 'everything' }),
    open_to_a_person: bankLine({ beneficiary: 'person' }),
    collection: sampleCollectionSlip({}).line,
    paid: bankLine({ fate: 'paid' }),
    cancelled: bankLine({ fate: 'cancelled' }),
    unknown: bankLine({ fate: 'unknown' }),
    slow: bankLine({ fate: 'slow' }),
    down: bankLine({ fate: 'down' }),
    lying: bankLine({ fate: { lie: 0 } }),
  }
}
