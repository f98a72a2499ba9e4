import { recordPage } from "@/app/_screen/record-page";
import { MostFrequentQuestionSheet } from "../_screens/most-frequent-question.sheet";
import { mostFrequentQuestions } from "../most-frequent-question.resource";

export default recordPage(mostFrequentQuestions, MostFrequentQuestionSheet);
