import { languagesAhead } from "@/app/_screen/languages-ahead";
import { listPage } from "@/app/_screen/list-page";
import { MostFrequentQuestionList } from "./_screens/most-frequent-question.list";
import { mostFrequentQuestions } from "./most-frequent-question.resource";

export default listPage(mostFrequentQuestions, MostFrequentQuestionList, languagesAhead);
