import { DealerImport } from "../../_screens/partner-import.form";

export default DealerImport;
