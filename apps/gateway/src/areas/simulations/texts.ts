import { both, prose } from '../../platform/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  simulatePaymentArrives: {
    summary: both('Simular um pagamento Pix', 'Simulate a Pix payment'),
    description: prose(
      `Somente em instalação de teste. Move dinheiro entre outra instituição e a carteira da chamada: o
      pagamento é liquidado, e o core bancário o envia ao gateway como qualquer outro. Com direction \`SENT\`
      é um pagamento seu, que pode então ser contestado.`,
      `On a test installation only. Moves money between another institution and the wallet of the call: the
      payment settles, and the ledger sends it to the gateway like any other. With direction \`SENT\` it is a
      payment of yours, which can then be contested.`,
    ),
  },
  simulateInfractionReported: {
    summary: both(
      'Simular uma notificação de infração sobre um pagamento que você recebeu',
      'Simulate an infraction notification about a payment you received',
    ),
    description: prose(
      `Somente em instalação de teste. A instituição do pagador de um depósito da carteira abre uma notificação
      de infração no DICT, onde o gateway a encontra. O id da notificação vem na resposta; responda-a ou deixe
      o prazo passar, avançando o relógio.`,
      `On a test installation only. The institution of the payer of a deposit of the wallet opens an infraction
      report at DICT, where the gateway finds it. The response contains the id of the notification; answer it,
      or advance the clock past its deadline.`,
    ),
  },
  simulateInstitutionAnalyses: {
    summary: both(
      'Simular a análise do seu pedido de recuperação de valores pelas instituições',
      'Simulate the analysis of your fund recovery request by the institutions',
    ),
    description: prose(
      `Somente em instalação de teste. Cada instituição do caminho informa ao DICT se concorda que houve
      fraude. O pedido de recuperação de valores precisa estar em análise, senão a resposta é
      \`SIMULATION_REFUSED\`.`,
      `On a test installation only. Each institution on the path of the money informs DICT whether it agrees
      that there was fraud. The fund recovery request must be waiting for the analysis, otherwise the response
      is \`SIMULATION_REFUSED\`.`,
    ),
  },
  simulateRefundPaid: {
    summary: both(
      'Simular o pagamento das devoluções do seu pedido de recuperação de valores',
      'Simulate the payment of the refunds of your fund recovery request',
    ),
    description: prose(
      `Somente em instalação de teste. Cada instituição com uma solicitação de devolução paga o valor integral:
      informa o DICT, e o dinheiro chega à carteira. As devoluções precisam ter sido solicitadas, senão a
      resposta é \`SIMULATION_REFUSED\`.`,
      `On a test installation only. Each institution with a refund request pays it in full: it informs DICT,
      and the money arrives in the wallet. The refunds must have been requested, otherwise the response is
      \`SIMULATION_REFUSED\`.`,
    ),
  },
  simulateStepVerdict: {
    summary: both(
      'Simular o parecer sobre uma etapa do seu onboarding',
      'Simulate the verdict on a step of your onboarding',
    ),
    description: prose(
      `Somente em instalação de teste. Define o parecer que o parceiro dará sobre a etapa quando for
      consultado. O onboarding precisa ter sido submetido e a etapa não pode ter parecer. Um documento mágico
      faz a etapa esperar por esta simulação.`,
      `On a test installation only. Sets the verdict that the partner will return for the step. The onboarding
      must have been submitted, and the step must be undecided. A magic document makes the step wait for this
      simulation.`,
    ),
  },
  simulateFaceVerdict: {
    summary: both(
      'Simular o parecer sobre uma prova de vida do seu onboarding',
      'Simulate the verdict on a liveness check of your onboarding',
    ),
    description: prose(
      `Somente em instalação de teste. Define o parecer do parceiro de prova de vida sobre o vídeo da pessoa,
      que ainda pode ser enviado. legal_representative_id identifica o representante, quando o onboarding é de
      uma empresa.`,
      `On a test installation only. Sets the verdict of the liveness partner on the video of the person, which
      may be sent later. legal_representative_id identifies the representative in an onboarding of a company.`,
    ),
  },
  simulateBilletPaid: {
    summary: both(
      'Simular o pagamento de um boleto que você decodificou',
      'Simulate the payment of a billet you decoded',
    ),
    description: prose(
      `Somente em instalação de teste. O boleto é pago em outro lugar, e o registro de boletos passa a informar
      o pagamento: uma nova decodificação é recusada, porque o boleto já foi pago. Nenhum evento informa isso.`,
      `On a test installation only. The billet is paid elsewhere, and the registry reports the payment from
      then on: another decode is rejected, because the billet is paid. No event reports it.`,
    ),
  },
  getClock: {
    summary: both('Ler o relógio de teste', 'Read the test clock'),
    description: prose(
      `Somente em instalação de teste. Mostra a hora dessa instalação e quanto ela está à frente da hora real.`,
      `On a test installation only. Returns the time of that installation and how far ahead of the real time it
      is.`,
    ),
  },
  advanceClock: {
    summary: both(
      'Avançar o relógio de teste, para todos nesta instalação',
      'Advance the test clock, for all users of this installation',
    ),
    description: prose(
      `Somente em instalação de teste. O tempo avança para o banco de dados, todos os processos e o DICT, com
      todos os efeitos: prazos vencem, novas tentativas são feitas, jobs são executados. O relógio só avança,
      no máximo 400 dias por vez, e para todos os usuários. Tokens e assinaturas de webhooks seguem a hora
      real.`,
      `On a test installation only. Time advances for the database, every process and DICT, with all its
      effects: deadlines pass, retries are made, jobs run. The clock only advances, by 400 days at most each
      time, and for all users. Tokens and webhook signatures follow the real time.`,
    ),
  },
}
