import { Id } from '@eclusa/ui/components/copyable-id.tsx'
import { Fact, Facts } from '@eclusa/ui/components/facts.tsx'
import { Masked } from '@eclusa/ui/components/masked.tsx'
import { Money } from '@eclusa/ui/components/money.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import type { ReactNode } from 'react'
import type { Schemas } from '../api/client.ts'
import { taxId } from '../i18n/brazil.ts'
import { Bank } from './institution.tsx'
import { pix } from './messages.ts'

interface PaymentFactsProps {
  payment: Schemas['ContestedTransaction'] | undefined
  revealed: boolean
}

/** The contested payment, from our own transactions. */
export function PaymentFacts({ payment, revealed }: PaymentFactsProps) {
  const say = useMessages(pix)
  const { moment } = useFormats()
  if (!payment)
    return (
      <Facts title={say.payment}>
        <Fact name={say.status}>{say.noPayment}</Fact>
      </Facts>
    )
  const { type, status, amount, available_amount, end_to_end_id, payment_date, description } = payment
  const party = (name?: string, document?: string, ispb?: string, bank?: string): ReactNode => (
    <>
      <Masked value={name} revealed={revealed} />
      <br />
      {document && <Masked value={taxId(document)} revealed={revealed} />}
      {ispb ? (
        <>
          <br />
          <Bank ispb={ispb} name={bank} />
        </>
      ) : null}
    </>
  )
  return (
    <Facts title={say.payment}>
      <Fact name={say.type}>{[...new Set([said(say.types, type), said(say.statuses, status)])].join(' · ')}</Fact>
      <Fact name={say.amount}>
        <Money cents={amount} />
      </Fact>
      {available_amount !== undefined && (
        <Fact name={say.available}>
          <Money cents={available_amount} />
        </Fact>
      )}
      {payment_date && <Fact name={say.paidAt}>{moment(payment_date)}</Fact>}
      <Fact name={say.from}>
        {party(payment.owner_name, payment.owner_document, payment.owner_bank_ispb, payment.owner_bank_name)}
      </Fact>
      <Fact name={say.to}>
        {party(
          payment.beneficiary_name,
          payment.beneficiary_document,
          payment.beneficiary_bank_ispb,
          payment.beneficiary_bank_name,
        )}
      </Fact>
      {description && (
        <Fact name={say.description}>
          <Masked value={description} revealed={revealed} />
        </Fact>
      )}
      {end_to_end_id && (
        <Fact name={say.endToEnd}>
          <Id value={end_to_end_id} whole />
        </Fact>
      )}
    </Facts>
  )
}
