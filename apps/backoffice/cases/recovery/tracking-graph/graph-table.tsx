import { Badge, type Variant } from '@eclusa/ui/components/badge.tsx'
import { Button } from '@eclusa/ui/components/button.tsx'
import { Money } from '@eclusa/ui/components/money.tsx'
import { Table, type TableColumn } from '@eclusa/ui/components/table.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { Bank } from '../../../pix/institution.tsx'
import { ways } from './messages.ts'
import style from './tracking-graph.module.css'
import { type GraphPayment, type GraphSelection, isOf, type State, type TrackingGraphModel } from './tracking-graph.ts'

interface GraphTableProps {
  way: TrackingGraphModel
  chosen: GraphSelection
  choose: (chosen: GraphSelection) => void
}

const amounts = ['refundable_amount', 'asked', 'returned'] as const
const tones: Record<State, Variant> = {
  none: 'plain',
  asked: 'accent',
  returned: 'good',
  partly: 'good',
  refused: 'bad',
}

/** The graph as a table, for screen readers and for reading. */
export function WayTable({ way, chosen, choose }: GraphTableProps) {
  const say = useMessages(ways)
  const { precise } = useFormats()
  const said = { refundable_amount: say.refundable, asked: say.asked, returned: say.returned }
  const ofAccount = chosen && 'account' in chosen ? chosen.account : undefined
  const rows = ofAccount === undefined ? way.payments : way.payments.filter((payment) => isOf(chosen, payment))
  const ispbOf = new Map(way.accounts.map(({ number, ispb }) => [number, ispb]))
  const account = (number: number) => {
    const ispb = ispbOf.get(number)
    return (
      <>
        {ispb ? <Bank ispb={ispb} /> : say.unknownBank}
        <br />
        <button
          type="button"
          className={style.choose}
          aria-pressed={ofAccount === number}
          onClick={() => choose({ account: number })}
        >
          {say.account(number)}
        </button>
      </>
    )
  }
  const columns: TableColumn<GraphPayment>[] = [
    {
      key: 'when',
      name: say.when,
      cell: ({ settled_at, end_to_end_id, depth }) => (
        <>
          <button
            type="button"
            className={style.choose}
            title={end_to_end_id}
            onClick={() => choose({ payment: end_to_end_id })}
          >
            {precise(settled_at)}
            <span className="said">{say.show(end_to_end_id)}</span>
          </button>
          <div className={style.step}>
            {say.step} {depth + 1}
          </div>
        </>
      ),
    },
    { key: 'amount', name: say.amount, cell: ({ amount }) => <Money cents={amount} />, number: true },
    { key: 'from', name: say.from, cell: ({ from_account }) => account(from_account) },
    { key: 'to', name: say.to, cell: ({ to_account }) => account(to_account) },
    {
      key: 'state',
      name: say.state,
      cell: (payment) => (
        <>
          {payment.state === 'none' ? (
            say.states.none
          ) : (
            <Badge tone={tones[payment.state]}>{say.states[payment.state]}</Badge>
          )}
          <dl className={style.back}>
            {amounts
              .filter((part) => payment[part] > 0)
              .map((part) => (
                <div key={part}>
                  <dt>{said[part]}</dt>
                  <dd>
                    <Money cents={payment[part]} />
                  </dd>
                </div>
              ))}
          </dl>
        </>
      ),
    },
  ]
  return (
    <>
      {ofAccount !== undefined && (
        <p className={style.only} role="status">
          {say.only(ofAccount)}
          <Button look="quiet" icon="close" onClick={() => choose(undefined)}>
            {say.all}
          </Button>
        </p>
      )}
      <Table
        label={say.table}
        columns={columns}
        rows={rows}
        keyOf={({ end_to_end_id }) => end_to_end_id}
        empty={say.none}
        isChosen={(payment) => ofAccount === undefined && isOf(chosen, payment)}
      />
    </>
  )
}
