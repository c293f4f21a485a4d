import { both, prose } from '../../base/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  simulatePaymentArrives: {
    summary: both('Simular que um Pix chega', 'Simulate that a Pix payment arrives'),
    description: prose(
      `Só em instalação de teste. Dinheiro se move entre outro banco e a carteira da chamada: é liquidado, e o razão o
      conta ao gateway como conta qualquer outro. Com direction \`SENT\` é um pagamento seu, que pode então ser contestado.`,
      `On a test installation only. Money moves between another bank and the wallet of the call: it settles, and the
      ledger reports it to the gateway like any other. With direction \`SENT\` it is a payment of yours, which can then be
      contested.`,
    ),
  },
  simulateInfractionReported: {
    summary: both(
      'Simular que outro banco notifica um pagamento que você recebeu',
      'Simulate that another bank reports a payment you received',
    ),
    description: prose(
      `Só em instalação de teste. O banco de quem pagou um depósito da carteira o notifica no DICT, onde o gateway o
      encontra. O id da notificação vem na resposta; responda-a ou deixe o prazo passar, avançando o relógio.`,
      `On a test installation only. The bank of who paid a deposit of the wallet reports it at DICT, where the gateway
      finds it. The answer has the id of the notification; answer it, or let it fall due by advancing the clock.`,
    ),
  },
  simulateInstitutionAnalyses: {
    summary: both(
      'Simular que as instituições analisam a sua recuperação',
      'Simulate that the institutions the money passed analyse your fund recovery request',
    ),
    description: prose(
      `Só em instalação de teste. Cada banco por onde o dinheiro passou diz ao DICT se concorda que houve fraude. A
      recuperação precisa estar à espera da análise, senão a resposta é \`SIMULATION_REFUSED\`.`,
      `On a test installation only. Each institution on the money's path informs DICT whether it agrees that there was fraud.
      The recovery has to be waiting for the analysis, otherwise the answer is \`SIMULATION_REFUSED\`.`,
    ),
  },
  simulateRefundPaid: {
    summary: both(
      'Simular que as devoluções da sua recuperação são pagas',
      'Simulate that the refunds of your fund recovery request are paid',
    ),
    description: prose(
      `Só em instalação de teste. Cada banco a que a devolução foi pedida paga tudo: avisa o DICT, e o dinheiro chega à
      carteira. A devolução precisa ter sido pedida, senão a resposta é \`SIMULATION_REFUSED\`.`,
      `On a test installation only. Each institution with a refund request pays it in full: it informs DICT, and the money arrives in
      the wallet. The refunds have to have been asked for, otherwise the answer is \`SIMULATION_REFUSED\`.`,
    ),
  },
  simulateStepVerdict: {
    summary: both(
      'Simular o veredito sobre uma etapa do seu onboarding',
      'Simulate the verdict on a step of your onboarding',
    ),
    description: prose(
      `Só em instalação de teste. Quem julga a etapa dirá isto dela quando for perguntado. O onboarding precisa ter sido
      enviado e a etapa não ter veredito. Um documento mágico faz a etapa esperar por esta simulação.`,
      `On a test installation only. Whoever judges the step will say this of it when asked. The onboarding has to have
      been submitted, and the step to be undecided. A magic document makes the step wait for this simulation.`,
    ),
  },
  simulateFaceVerdict: {
    summary: both(
      'Simular o veredito sobre um rosto do seu onboarding',
      'Simulate the verdict on a face of your onboarding',
    ),
    description: prose(
      `Só em instalação de teste. Quem julga rostos dirá isto do vídeo da pessoa, que ainda pode estar por vir.
      legal_representative_id diz de qual representante, quando o onboarding é de uma empresa.`,
      `On a test installation only. Sets the verdict of the liveness partner on the person's video, which may still be
      sent. legal_representative_id identifies the representative in an onboarding of a company.`,
    ),
  },
  simulateBilletPaid: {
    summary: both('Simular que um boleto que você decodificou é pago', 'Simulate that a billet you decoded is paid'),
    description: prose(
      `Só em instalação de teste. Alguém paga o boleto em algum lugar, e o registro o diz a quem perguntar: decodificá-lo
      de novo é recusado, porque já foi pago. Nenhum evento conta isso.`,
      `On a test installation only. The billet is paid elsewhere, and the registry reports that from then on: decoding
      it again is rejected, because it is paid. No event reports it.`,
    ),
  },
  getClock: {
    summary: both('Ler o relógio de teste', 'Read the test clock'),
    description: prose(
      `Só em instalação de teste. Diz que horas são nela, e quanto isso está à frente da hora real.`,
      `On a test installation only. Says what time it is there, and how far ahead of the real time that is.`,
    ),
  },
  advanceClock: {
    summary: both(
      'Avançar o relógio de teste, para todos nesta instalação',
      'Advance the test clock, for everybody on this installation',
    ),
    description: prose(
      `Só em instalação de teste. O tempo passa para o banco de dados, todos os processos e o DICT, e tudo o que esperava
      por ele acontece: prazos vencem, novas tentativas saem, tarefas rodam. Só para a frente, no máximo 400 dias por vez,
      e para todos os usuários. Tokens e assinaturas de webhooks seguem a hora real.`,
      `On a test installation only. Time passes for the database, every process and DICT, and whatever was waiting for it
      happens: deadlines pass, retries leave, jobs run. Only forward, 400 days at most each time, and for all users.
      Tokens and webhook signatures follow the real time.`,
    ),
  },
}
