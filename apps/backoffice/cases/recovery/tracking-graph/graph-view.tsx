import '@xyflow/react/dist/base.css'
import { Button } from '@eclusa/ui/components/button.tsx'
import { Notice } from '@eclusa/ui/components/notice.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { type Edge, MarkerType, MiniMap, ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type AccountNode, accountNode } from './account-node.tsx'
import style from './graph-view.module.css'
import { NODE, type Places, placesOf } from './layout.ts'
import { ways } from './messages.ts'
import { type Flow, type GraphSelection, isOf, type TrackingGraphModel } from './tracking-graph.ts'
import { nextAccount, type WalkDirection } from './walk.ts'

export interface GraphProps {
  way: TrackingGraphModel
  chosen: GraphSelection
  choose: (chosen: GraphSelection) => void
  /** Whether the wheel zooms: only where there is nothing else to scroll. */
  full: boolean
}

const nodeTypes = { account: accountNode }
const steps: Record<string, WalkDirection> = { ArrowRight: 'on', ArrowLeft: 'back', ArrowDown: 'down', ArrowUp: 'up' }
const LABELS_MAX = 60
const FIT = { padding: 0.08, minZoom: 0.05, maxZoom: 1 }
/** Below this zoom amounts are unreadable. */
const READABLE = 0.5
const MARGIN = 16
const MAP_FROM = 12

/** The tracking graph, drawn. A separate chunk, loaded only when it is shown. */
export function WayGraph(props: GraphProps) {
  const say = useMessages(ways)
  const [places, setPlaces] = useState<Places | 'failed'>()
  const { way } = props
  useEffect(() => {
    let left = false
    placesOf(way).then(
      (found) => left || setPlaces(found),
      () => left || setPlaces('failed'),
    )
    return () => {
      left = true
    }
  }, [way])
  if (places === 'failed') return <Notice tone="warn">{say.failed}</Notice>
  if (!places) return <p role="status">{say.drawing}</p>
  return (
    <ReactFlowProvider>
      <Drawing {...props} places={places} />
    </ReactFlowProvider>
  )
}

function Drawing({ way, chosen, choose, full, places }: GraphProps & { places: Places }) {
  const say = useMessages(ways)
  const { money } = useFormats()
  const flow = useReactFlow()
  const graph = useRef<HTMLElement>(null)
  // One tab stop is enough for hundreds of nodes. The arrow keys move on from there.
  const [current, setCurrent] = useState(way.accounts[0]?.number)

  const show = useEffectEvent((account: number) => {
    const place = places.get(account)
    if (!place) return
    const [x, y] = [place.x + NODE.width / 2, place.y + NODE.height / 2]
    void flow.setCenter(x, y, { zoom: Math.max(flow.getZoom(), 0.6) })
  })
  /** The whole graph if it is readable, otherwise its start. */
  function begin(): void {
    if (!graph.current) return
    const { width, height } = graph.current.getBoundingClientRect()
    const bounds = flow.getNodesBounds(flow.getNodes())
    if (Math.min(width / bounds.width, height / bounds.height) >= READABLE) return void flow.fitView(FIT)
    const origin = places.get(way.accounts.find(({ isOrigin }) => isOrigin)?.number ?? 0)
    const middle = (origin?.y ?? 0) + NODE.height / 2
    void flow.setViewport({ zoom: READABLE, x: MARGIN - bounds.x * READABLE, y: height / 2 - middle * READABLE })
  }
  const payment = chosen && 'payment' in chosen ? chosen.payment : undefined
  useEffect(() => {
    const paid = payment && way.payments.find(({ end_to_end_id }) => end_to_end_id === payment)
    if (paid) show(paid.to_account)
  }, [payment, way])

  const nodes = way.accounts.map((account): AccountNode => {
    const isChosen = chosen !== undefined && 'account' in chosen && chosen.account === account.number
    return {
      id: String(account.number),
      type: 'account',
      position: places.get(account.number) ?? { x: 0, y: 0 },
      ...NODE,
      data: {
        account,
        isChosen,
        isCurrent: account.number === current,
        choose: () => {
          setCurrent(account.number)
          choose(isChosen ? undefined : { account: account.number })
        },
      },
    }
  })
  const largest = Math.max(...way.flows.map(({ amount }) => amount), 1)
  const edges = way.flows.map((each): Edge => {
    const isChosen = each.payments.some((paid) => isOf(chosen, paid))
    return {
      id: each.key,
      source: String(each.from),
      target: String(each.to),
      className: `${style.flow} ${style[each.state]} ${isChosen ? style.chosen : ''} ${chosen && !isChosen ? style.faded : ''}`,
      style: { strokeWidth: 1 + 5 * Math.sqrt(each.amount / largest) },
      markerEnd: {
        type: MarkerType.ArrowClosed,
        width: 14,
        height: 14,
        markerUnits: 'userSpaceOnUse',
        color: 'context-stroke',
      },
      focusable: false,
      ...((isChosen || way.flows.length <= LABELS_MAX) && { label: labelOf(each, money) }),
    }
  })

  function walk(event: React.KeyboardEvent<HTMLElement>): void {
    const step = steps[event.key]
    if (event.key === 'Escape' && chosen) {
      event.preventDefault()
      event.stopPropagation()
      choose(undefined)
    } else if (event.key === '+') void flow.zoomIn()
    else if (event.key === '-') void flow.zoomOut()
    else if (event.key === '0') void flow.fitView(FIT)
    else if (step && current !== undefined) {
      event.preventDefault()
      const next = nextAccount(way, places, current, step)
      if (next === undefined) return
      setCurrent(next)
      const button = event.currentTarget.querySelector<HTMLElement>(`[data-account="${next}"]`)
      button?.focus({ preventScroll: true })
      show(next)
    }
  }

  return (
    <section ref={graph} className={style.graph} aria-label={say.graph} onKeyDown={walk}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        onInit={begin}
        minZoom={FIT.minZoom}
        maxZoom={2}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        elementsSelectable={false}
        zoomOnScroll={full}
        preventScrolling={full}
        disableKeyboardA11y
        proOptions={{ hideAttribution: true }}
        onPaneClick={() => choose(undefined)}
        onEdgeClick={(_, { id }) => {
          const paid = way.flows.find(({ key }) => key === id)?.payments[0]
          if (paid) choose({ payment: paid.end_to_end_id })
        }}
      >
        {full && way.accounts.length >= MAP_FROM && (
          <MiniMap
            position="bottom-left"
            pannable
            zoomable
            ariaLabel={null}
            className={style.map}
            nodeClassName={style.dot!}
          />
        )}
      </ReactFlow>
      <div className={style.tools}>
        <Button icon="plus" aria-label={say.zoomIn} onClick={() => void flow.zoomIn()} />
        <Button icon="minus" aria-label={say.zoomOut} onClick={() => void flow.zoomOut()} />
        <Button icon="fit" aria-label={say.fit} onClick={() => void flow.fitView(FIT)} />
      </div>
    </section>
  )
}

function labelOf({ amount, payments }: Flow, money: (cents: number) => string): string {
  return payments.length === 1 ? money(amount) : `${money(amount)} (${payments.length}×)`
}
