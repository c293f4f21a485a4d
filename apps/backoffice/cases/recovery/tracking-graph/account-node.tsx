import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { useInstitutions } from '../../../api/institutions.ts'
import style from './graph-view.module.css'
import { ways } from './messages.ts'
import type { GraphAccount } from './tracking-graph.ts'

export type AccountNode = Node<
  { account: GraphAccount; isChosen: boolean; isCurrent: boolean; choose: () => void },
  'account'
>

/** A node of the graph: the bank of an account, the amount received, and how much of it can be recovered. */
export function accountNode({ data: { account, isChosen, isCurrent, choose } }: NodeProps<AccountNode>) {
  return <AccountCard {...{ account, isChosen, isCurrent, choose }} />
}

function AccountCard({ account, isChosen, isCurrent, choose }: AccountNode['data']) {
  const say = useMessages(ways)
  const { money } = useFormats()
  const banks = useInstitutions()
  const { number, ispb, ownerType, came, went, refundable, returned, isOrigin } = account
  const bank = ispb ? (banks.get(ispb) ?? ispb) : say.unknownBank
  return (
    <>
      <Handle type="target" position={Position.Left} className={style.handle} />
      <button
        type="button"
        data-account={number}
        className={`nopan ${style.account} ${isOrigin ? style.origin : ''}`}
        aria-pressed={isChosen}
        tabIndex={isCurrent ? 0 : -1}
        onClick={choose}
      >
        <span className={style.bank} title={bank}>
          {bank}
        </span>
        <span className={style.who}>
          {isOrigin ? `${say.origin} · ` : ''}
          {say.account(number)}
          {ownerType ? ` · ${said(say.people, ownerType)}` : ''}
        </span>
        <span className={style.line}>
          <span>{isOrigin && came === 0 ? say.went : say.came}</span>
          <span>{money(isOrigin && came === 0 ? went : came)}</span>
        </span>
        {came > 0 && (
          <span className={style.line}>
            <span>{returned > 0 ? say.returned : say.refundable}</span>
            <span className={returned > 0 ? style.back : undefined}>{money(returned > 0 ? returned : refundable)}</span>
          </span>
        )}
      </button>
      <Handle type="source" position={Position.Right} className={style.handle} />
    </>
  )
}
