import { Badge, type Tone } from '../../../parts/badge.tsx'
import { Button } from '../../../parts/button.tsx'
import { Money } from '../../../parts/money.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { Bank } from '../../../pix/bank.tsx'
import { useFormats } from '../../../words/format.ts'
import { useWords } from '../../../words/language.ts'
import style from './way.module.css'
import { type Chosen, isOf, type Payment, type State, type Way } from './way.ts'
import { ways } from './words.ts'

interface Props {
  way: Way
  chosen: Chosen
  choose: (chosen: Chosen) => void
}

const tones: Record<State, Tone> = { none: 'plain', asked: 'accent', returned: 'good', partly: 'good', refused: 'bad' }

/** The same as the drawing in words and numbers: for who cannot see it, and for who wants to read. */
export function WayTable({ way, chosen, choose }: Props) {
  const say = useWords(ways)
  const { precise } = useFormats()
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
  const columns: Column<Payment>[] = [
    {
      key: 'when',
      name: say.when,
      cell: ({ settled_at, end_to_end_id }) => (
        <button
          type="button"
          className={style.choose}
          title={end_to_end_id}
          onClick={() => choose({ payment: end_to_end_id })}
        >
          {precise(settled_at)}
          <span className="said">{say.show(end_to_end_id)}</span>
        </button>
      ),
    },
    { key: 'amount', name: say.amount, cell: ({ amount }) => <Money cents={amount} />, number: true },
    { key: 'from', name: say.from, cell: ({ from_account }) => account(from_account) },
    { key: 'to', name: say.to, cell: ({ to_account }) => account(to_account) },
    {
      key: 'state',
      name: say.state,
      cell: ({ state }) =>
        state === 'none' ? say.states.none : <Badge tone={tones[state]}>{say.states[state]}</Badge>,
    },
    {
      key: 'refundable',
      name: say.refundable,
      cell: ({ refundable_amount }) => <Money cents={refundable_amount} />,
      number: true,
    },
    { key: 'asked', name: say.asked, cell: ({ asked }) => <Money cents={asked} />, number: true },
    { key: 'returned', name: say.returned, cell: ({ returned }) => <Money cents={returned} />, number: true },
    { key: 'depth', name: say.step, cell: ({ depth }) => depth + 1, number: true },
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
